// Loads the page again while something on it is being worked on.

const EVERY = 3000;

setTimeout(() => {
  // Nobody loses what they are writing.
  const busy = document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement;
  if (!busy) location.reload();
}, EVERY);
