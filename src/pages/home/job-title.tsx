import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './job-title.module.css';
import { useTyping } from './use-typing.ts';

interface JobTitleProps {
  text: string;
  opened: Promise<void>;
  /** Whether the document came with it. */
  first: boolean;
}

/**
 * Shows the job title, letter by letter where there is room (HOME-4). The page holds it once, whole, at every moment; what is
 * still to come keeps its place without being a text, so that no line moves.
 */
export function JobTitle({ text, opened, first }: JobTitleProps) {
  const typed = useTyping(text, opened, first);
  return (
    <p className={styles.title}>
      {typed === null || typed >= text.length ? (
        <span data-profile="metier">{text}</span>
      ) : (
        <>
          <VisuallyHidden>{text}</VisuallyHidden>
          <span aria-hidden="true">
            <span className={styles.typed}>{text.slice(0, typed)}</span>
            <span className={styles.rest} data-rest={text.slice(typed)} />
          </span>
        </>
      )}
    </p>
  );
}
