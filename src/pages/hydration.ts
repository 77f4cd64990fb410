/*
 * If an extension or a translation changes the page before React begins, React renders all of it again. This file then restores
 * what the visitor did to the server's page: focus, caret, an open list, open details.
 */

/** Watches the visitor until React has taken over. @returns `restore` repeats on a new page what the visitor did */
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
      if (isText(fresh) && isText(focused)) copyCaret(focused, fresh);
      try {
        if (isOpen) (fresh as HTMLSelectElement).showPicker();
      } catch {
        // The browser refuses to open the list if the press was too long ago.
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

/** Copies the caret. Address fields hide theirs, so there it goes to the end: a changed text moves it. */
function copyCaret(from: TextField, to: TextField): void {
  const { selectionStart, selectionEnd, selectionDirection } = from;
  if (selectionStart !== null) {
    to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
    return;
  }
  to.value = '';
  to.value = from.value;
}
