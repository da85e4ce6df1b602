// Runs before the first paint, from its own file because the page allows no inline script:
// the chosen theme and language are on the document before anything is drawn, and the landing page's price is asked for
// while the client is still coming.
(() => {
  const page = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
    if (localStorage.getItem('language') === 'en') page.lang = 'en';
  } catch {
    // Storage may be closed to the page; the system's theme and Korean are the defaults.
  }
  if (location.pathname !== '/') return;
  page.dataset.first = 'landing';
  fetch('/api/v1/tetherprice/get-tether-price')
    .then((answer) => answer.json())
    .then(({ data }) => {
      const place = document.getElementById('first-price');
      if (place === null || typeof data !== 'string') return;
      place.textContent = new Intl.NumberFormat(page.lang, { maximumFractionDigits: 4 }).format(data);
      page.dataset.priced = '';
    })
    // The client asks again, and says what is wrong.
    .catch(() => undefined);
})();
