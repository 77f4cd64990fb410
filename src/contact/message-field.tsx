import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { Field } from '../ui/field.tsx';
import styles from './contact-form.module.css';
import { countCharacters } from './count-characters.ts';
import { withinLimit } from './limit-message.ts';

export interface MessageFieldHandle {
  /** Counts again after the program changed the text. */
  recount: () => void;
}

interface MessageFieldProps {
  ref: Ref<MessageFieldHandle>;
  field: { id: string; name: string; label: string; error: string };
  initial: string;
}

/** The message: five rows, a live counter, and nothing to be typed beyond the limit. */
export function MessageField({ ref, field, initial }: MessageFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [standing] = useState(() => standingText(field.id) ?? initial);
  const [count, setCount] = useState(() => countCharacters(initial));

  function recount() {
    setCount(countCharacters(textarea.current?.value ?? ''));
  }

  useImperativeHandle(ref, () => ({ recount }));
  // The browser may have brought back what was typed before the script arrived.
  useEffect(recount, []);

  /** A text being composed (accents, Chinese…) is left alone until it is finished. */
  function onInput({ currentTarget, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    if (!(nativeEvent as InputEvent).isComposing) limit(currentTarget);
    recount();
  }

  return (
    <Field {...field} aside={<span className={styles['counter']}>{contactForm.counter(count)}</span>}>
      {(control) => (
        <textarea
          {...control}
          ref={textarea}
          rows={5}
          defaultValue={standing}
          onInput={onInput}
          onCompositionEnd={({ currentTarget }) => {
            limit(currentTarget);
            recount();
          }}
        />
      )}
    </Field>
  );
}

/** What stands in the field of the server's document: React would write its own text over it, and what was typed be lost. */
function standingText(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLTextAreaElement>(`textarea#${CSS.escape(id)}`)?.value;
}

function limit(textarea: HTMLTextAreaElement): void {
  const kept = withinLimit(textarea.value, textarea.selectionStart);
  if (!kept) return;
  textarea.value = kept.text;
  textarea.setSelectionRange(kept.caret, kept.caret);
}
