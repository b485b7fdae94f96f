// Follows a page that changes: when the server says so, it is fetched, and the parts of it that change are put in place.
// A part with a form that somebody is filling in stays as it is, for as long as there is such a form.

const following = /** @type {HTMLElement} */ (document.getElementById('following'));
const { follow = '', until = '' } = following.dataset;

/** Parts in which somebody has chosen or written something. @type {Set<string>} */
const touched = new Set();
for (const event of ['focusin', 'input']) {
  following.addEventListener(event, ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('input, select, textarea')) return;
    touched.add(target.closest('[data-part]')?.id ?? '');
  });
}

/** Puts what was fetched in place. @param {Document} page */
function show(page) {
  const parts = [...following.querySelectorAll('[data-part]')];
  for (const part of parts.length ? parts : [following]) {
    const fresh = page.getElementById(part.id);
    if (touched.has(part.id) && fresh?.querySelector('form')) continue;
    if (fresh) part.replaceChildren(...fresh.childNodes);
  }
}

let busy = false;
let again = false;

async function refresh() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.ok) show(page);
  document.documentElement.dataset.changes = String(Number(document.documentElement.dataset.changes ?? 0) + 1);
  busy = false;
  if (again) {
    again = false;
    await refresh();
  }
}

const events = new EventSource(follow);
events.addEventListener('change', (event) => {
  void refresh();
  if (until && event.data.startsWith(until)) events.close();
});
