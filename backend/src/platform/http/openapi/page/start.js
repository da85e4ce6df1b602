// Beside the page, because its policy allows no script inside it.
window.SwaggerUIBundle({
  url: document.querySelector('#document').href,
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  // Nothing of the document leaves for a validator elsewhere.
  validatorUrl: null,
});
