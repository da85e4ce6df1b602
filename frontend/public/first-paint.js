// Runs before the first paint, from its own file because the page allows no inline script:
// the chosen theme and language are on the document before anything is drawn.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
  } catch {
    // Storage may be closed to the page; the system's theme and Korean are the defaults.
  }
})();
