/*
 * An extension or a translation that changes the page before React begins makes React render all of it afresh. What the visitor
 * has done to the server's page is then done again: the focus, the caret, the last letters, an open list, open details.
 */

/** Watches the visitor until React has taken over. @returns `restore` brings back what a fresh page lacks */
export function watchVisitor(root: HTMLElement) {
  const details = [...root.querySelectorAll('details')];
  const knowsOpen = CSS.supports('selector(:open)');
  let focused: Element | null = null;
  let isOpen = false;
  let frame = 0;

  function look(): void {
    focused = document.activeElement;
    isOpen = knowsOpen && focused?.matches('select:open') === true;
    frame = requestAnimationFrame(look);
  }
  look();

  return {
    end: () => cancelAnimationFrame(frame),
    restore(): void {
      for (const old of details) {
        const fresh = old.open && findSame(root, old);
        if (fresh) fresh.open = true;
      }
      const fresh = focused && !focused.isConnected && findSame(root, focused);
      if (!(fresh instanceof HTMLElement)) return;
      fresh.focus({ preventScroll: true });
      if (isText(fresh) && isText(focused)) copyText(focused, fresh);
      try {
        if (isOpen) (fresh as HTMLSelectElement).showPicker();
      } catch {
        // The press was too long ago.
      }
    },
  };
}

function findSame<Kind extends Element>(root: HTMLElement, old: Kind): Kind | undefined {
  const signOf = (element: Kind) =>
    element.id ||
    `${element.getAttribute('href')} ${element.getAttribute('aria-label')} ${element.textContent}`;
  const sign = signOf(old);
  return [...root.querySelectorAll<Kind>(old.tagName)].find((fresh) => signOf(fresh) === sign);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isText = (element: Element | null): element is TextField =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Copies the text, which may have grown since React read it, and the caret; that of an address is not known, and stands at the end. */
function copyText(from: TextField, to: TextField): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = from;
  to.value = '';
  to.value = value;
  if (selectionStart !== null)
    to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
  to.dispatchEvent(new Event('input', { bubbles: true }));
}
