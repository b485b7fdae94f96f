// Showing something anew without taking away what somebody is pressing, reading or standing on.

/**
 * Gives an element other children. A child that says what it said stays the element that it was, with its listeners and the focus;
 * which child that is its tag and its `data-key` tell. Listeners must not know more than that key.
 * @param {Element} holder @param {(Node | string)[]} fresh
 */
export function renew(holder, fresh) {
  const left = [...holder.childNodes];
  const kept = fresh.map((one) => {
    const child = typeof one === 'string' ? document.createTextNode(one) : one;
    const at = left.findIndex((other) => isSame(other, child));
    return at < 0 ? child : become(left.splice(at, 1)[0], child);
  });
  left.forEach((gone) => gone.remove());
  // What is moved loses the focus: only what does not lie right is.
  kept.forEach((child, at) => {
    if (holder.childNodes[at] !== child) holder.insertBefore(child, holder.childNodes[at] ?? null);
  });
}

/** @param {Node} one @param {Node} other */
function isSame(one, other) {
  if (one instanceof HTMLElement && other instanceof HTMLElement) return one.tagName === other.tagName && one.dataset.key === other.dataset.key;
  return one.nodeName === other.nodeName && one.isEqualNode(other);
}

/** Makes an element say what another one says. @param {ChildNode} old @param {Node} fresh @returns {ChildNode} */
function become(old, fresh) {
  // What is painted stays as it is.
  if (!(old instanceof HTMLElement && fresh instanceof HTMLElement) || old instanceof HTMLCanvasElement) return old;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) if (old.getAttribute(name) !== fresh.getAttribute(name)) old.setAttribute(name, fresh.getAttribute(name) ?? '');
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement && old.value !== fresh.value) old.value = fresh.value;
  renew(old, [...fresh.childNodes]);
  return old;
}
