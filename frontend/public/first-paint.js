// Runs before the first paint, from its own file because the page allows no inline script:
// the chosen theme and language are on the document before anything is drawn, what the page at this address needs is asked
// for beside the client, also the price and the first lists of a signed-in member, and the landing page shows the price.
(() => {
  const page = document.documentElement;
  let token;
  try {
    token = localStorage.getItem('token');
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
    if (localStorage.getItem('language') === 'en') page.lang = 'en';
  } catch {
    // Storage may be closed to the page; the system's theme and Korean are the defaults.
  }

  const ask = (files, attributes) => {
    for (const href of files ? files.split(' ') : [])
      document.head.append(
        Object.assign(document.createElement('link'), { ...attributes, href, crossOrigin: '' }),
      );
  };
  const named = (name) => document.querySelector(`meta[name=${name}]`)?.content;
  const { saveData = false, downlink = Number.POSITIVE_INFINITY } = navigator.connection ?? {};
  // Over less than 2 Mbit/s our letters take longer than everything else together: the system's serve.
  if (saveData || downlink < 2) page.dataset.line = 'slow';
  else {
    ask(named('first-letters'), { rel: 'stylesheet' });
    ask(named('first-fonts'), { rel: 'preload', as: 'font', type: 'font/woff2' });
  }
  const here = (name) =>
    [...document.querySelectorAll(`meta[name=${name}]`)].find(({ dataset: { at } }) =>
      at === '/' ? location.pathname === at : location.pathname.startsWith(at),
    )?.content;
  ask(here('first-modules'), { rel: 'modulepreload' });

  // The client takes these answers where it would ask the same (frontend/src/api/early-answers.ts).
  const answers = new Map();
  const signal = AbortSignal.timeout(20_000);
  const request = (url, headers) => {
    const answer = fetch(url, { headers, credentials: headers && 'omit', signal }).catch(() => undefined);
    answers.set(url, { authorization: headers?.authorization, answer });
    return answer;
  };
  // Without headers, as in index.html: only then does the browser take the answer to that preload.
  const price = request('/api/v1/tetherprice/get-tether-price');
  const calls = token && location.search === '' ? here('first-calls') : undefined;
  if (calls) {
    const authorization = `Bearer ${token}`;
    const headers = { accept: 'application/json', 'accept-language': page.lang, authorization };
    for (const url of calls.split(' ')) request(url, headers);
  }
  globalThis.earlyAnswers = { language: page.lang, answers };

  if (location.pathname !== '/') return;
  page.dataset.first = 'landing';
  const show = (won) => {
    const place = document.getElementById('first-price');
    // The answer may be here before the rest of the page.
    if (place === null) return document.readyState === 'loading' && requestAnimationFrame(() => show(won));
    place.textContent = new Intl.NumberFormat(page.lang, { maximumFractionDigits: 4 }).format(won);
    page.dataset.priced = '';
  };
  price
    .then((answer) => answer.clone().json())
    .then(({ data }) => typeof data === 'string' && show(data))
    // The client asks again, and says what is wrong.
    .catch(() => undefined);
})();
