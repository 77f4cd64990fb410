import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { Field } from '../ui/field.tsx';
import styles from './contact-form.module.css';
import { contactLimits } from './rules.ts';
import { useStandingValue } from './use-standing-value.ts';

/** What the form may ask of the field. */
export interface MessageFieldHandle {
  /** Counts again after the program changed the text. */
  recount: () => void;
}

interface MessageFieldProps {
  ref: Ref<MessageFieldHandle>;
  field: {
    id: string;
    name: string;
    label: string;
    hint: string | undefined;
    error: string;
    live: boolean;
    required: boolean;
  };
  initial: string;
  readOnly: boolean;
}

/** The message: five rows, a live counter, and the browser's own limit, which counts as the rule does (FORM-1, FORM-3). */
export function MessageField({ ref, field, initial, readOnly }: MessageFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const standing = useStandingValue(field.name, initial);
  const [count, setCount] = useState(initial.length);
  const recount = () => setCount(textarea.current?.value.length ?? 0);

  useImperativeHandle(ref, () => ({ recount }));
  // The browser may have brought back what was typed before the script arrived.
  useEffect(() => setCount(textarea.current?.value.length ?? 0), []);

  return (
    <Field
      {...field}
      aside={<span className={styles.counter}>{contactForm.counter(count, contactLimits.messageMax)}</span>}
    >
      {(control) => (
        <textarea
          {...control}
          ref={textarea}
          readOnly={readOnly}
          rows={5}
          maxLength={contactLimits.messageMax}
          defaultValue={standing}
          onInput={recount}
        />
      )}
    </Field>
  );
}
