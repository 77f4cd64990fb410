import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { Field } from '../ui/field.tsx';
import styles from './contact-form.module.css';
import { countCharacters } from './count-characters.ts';
import { contactErrorText } from './error-text.ts';
import { insertWithinLimit } from './insert-within-limit.ts';
import { withinLimit } from './limit-message.ts';
import { contactLimits } from './rules.ts';
import { useStandingValue } from './use-standing-value.ts';

/** What the form may ask of the field. */
export interface MessageFieldHandle {
  /** Counts again after the program changed the text. */
  recount: () => void;
}

interface MessageFieldProps {
  ref: Ref<MessageFieldHandle>;
  field: { id: string; name: string; label: string; hint: string | undefined; error: string; live: boolean };
  initial: string;
  readOnly: boolean;
}

/** The message: five rows, a live counter, and nothing to be typed beyond the limit. */
export function MessageField({ ref, field, initial, readOnly }: MessageFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const standing = useStandingValue(field.name, initial);
  const [count, setCount] = useState(() => countAtFirst(initial));
  const [cut, setCut] = useState(false);
  const countBeforeComposing = useRef(0);
  /** Whether the last input was shortened before it went in: browsers tell of it before or after, as an input like any other. */
  const leftOut = useRef(false);

  /** @param taken whether something beyond the limit was taken away; this is announced, as what was pasted may be far longer */
  function recount(taken = false) {
    setCount(countCharacters(textarea.current?.value ?? ''));
    setCut(taken);
  }

  useImperativeHandle(ref, () => ({ recount: () => recount() }));
  // The browser may have brought back what was typed before the script arrived.
  useEffect(recount, []);

  // React's own event of this name is another one.
  useEffect(() => {
    const area = textarea.current;
    const onBeforeInput = (event: InputEvent) => {
      leftOut.current = area !== null && insertWithinLimit(event, area);
      if (leftOut.current) setCut(true);
    };
    area?.addEventListener('beforeinput', onBeforeInput);
    return () => area?.removeEventListener('beforeinput', onBeforeInput);
  }, []);

  /** A text being composed (accents, Chinese…) is left alone until it is finished. */
  function onInput({ currentTarget, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    const { isComposing } = nativeEvent as InputEvent;
    recount((!isComposing && limit(currentTarget, count)) || leftOut.current);
  }

  return (
    <Field
      {...field}
      error={field.error || (cut ? contactErrorText('message-too-long') : '')}
      live={field.live || cut}
      aside={
        <span className={styles['counter']}>{contactForm.counter(count, contactLimits.messageMax)}</span>
      }
    >
      {(control) => (
        <textarea
          {...control}
          ref={textarea}
          readOnly={readOnly}
          rows={5}
          defaultValue={standing}
          onInput={onInput}
          onBlur={() => setCut(false)}
          onCompositionStart={() => {
            countBeforeComposing.current = count;
          }}
          onCompositionEnd={({ currentTarget }) =>
            recount(limit(currentTarget, countBeforeComposing.current))
          }
        />
      )}
    </Field>
  );
}

/** As the server counts a text that it refuses: one far too long is not worth looking for its characters. */
function countAtFirst(text: string): number {
  return text.length > contactLimits.maxCodeUnits ? text.length : countCharacters(text);
}

/** @returns whether something was taken away */
function limit(textarea: HTMLTextAreaElement, countBefore: number): boolean {
  // The end: what was dropped there is still selected.
  const kept = withinLimit(textarea.value, textarea.selectionEnd, countBefore);
  if (!kept) return false;
  textarea.value = kept.text;
  textarea.setSelectionRange(kept.caret, kept.caret);
  return true;
}
