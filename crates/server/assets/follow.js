// Follows a list that changes: when the server says so, the part of the page that shows it is fetched and put in place.

const part = /** @type {HTMLElement} */ (document.getElementById('following'));
const { follow = '', until = '' } = part.dataset;

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
  const fresh = page.getElementById('following');
  if (answer.ok && fresh) part.replaceChildren(...fresh.childNodes);
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
