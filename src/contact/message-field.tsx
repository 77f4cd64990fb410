import { type ComponentProps, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { Field } from '../ui/field.tsx';
import { contactLimits } from './rules.ts';

/** What the form may ask of the field. */
export interface MessageFieldHandle {
  /** Counts again after the program changed the text. */
  recount: () => void;
}

interface MessageFieldProps {
  ref: Ref<MessageFieldHandle>;
  field: Omit<ComponentProps<typeof Field>, 'children'>;
  initial: string;
  /** What the counter shows in the server's document, for hydration to find the same. */
  firstCount: number;
  readOnly: boolean;
}

/**
 * Shows the field of the message: five rows, a live counter, and the browser's own limit, which counts as the rule does (FORM-1,
 * FORM-3).
 */
export function MessageField({ ref, field, initial, firstCount, readOnly }: MessageFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState(firstCount);
  const recount = () => setCount(textarea.current?.value.length ?? 0);

  useImperativeHandle(ref, () => ({ recount }));
  // The browser may have brought back what was typed before the script arrived.
  useEffect(() => setCount(textarea.current?.value.length ?? 0), []);

  return (
    <Field {...field} aside={contactForm.counter(count, contactLimits.messageMax)}>
      {(control) => (
        <textarea
          {...control}
          ref={textarea}
          readOnly={readOnly}
          rows={5}
          maxLength={contactLimits.messageMax}
          defaultValue={initial}
          onInput={recount}
        />
      )}
    </Field>
  );
}
