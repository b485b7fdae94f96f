(() => {
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.setAttribute('role', 'tooltip');
  tip.hidden = true;
  document.body.append(tip);
  let shown = null;
  const show = (at) => {
    shown = at;
    tip.textContent = at.dataset.tip;
    tip.hidden = false;
    const near = at.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const left = Math.min(near.left + (near.width - own.width) / 2, document.documentElement.clientWidth - own.width - 4);
    const above = near.top - own.height - 6;
    tip.style.left = `${Math.max(left, 4)}px`;
    tip.style.top = `${above < 4 ? near.bottom + 6 : above}px`;
  };
  const hide = () => {
    shown = null;
    tip.hidden = true;
  };
  const told = (event) => (event.target instanceof Element ? event.target.closest('[data-tip]') : null);
  addEventListener('pointerover', (event) => { const at = told(event); at ? show(at) : hide(); });
  addEventListener('focusin', (event) => { const at = told(event); if (at) show(at); });
  addEventListener('focusout', hide);
  addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  // The focus may have moved the page: what is told is told where it is now.
  addEventListener('scroll', () => { if (shown) show(shown); }, true);
})();
