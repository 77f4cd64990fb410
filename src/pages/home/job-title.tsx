import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './job-title.module.css';
import { useTyping } from './use-typing.ts';

interface JobTitleProps {
  text: string;
  opened: Promise<void>;
  /** Whether the document came with this page. */
  isFirst: boolean;
}

/**
 * Shows the job title letter by letter, from sm up (HOME-4). The page always holds the whole text once; untyped letters keep
 * their place, so that no line moves.
 */
export function JobTitle({ text, opened, isFirst }: JobTitleProps) {
  const typed = useTyping(text, opened, isFirst);
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
