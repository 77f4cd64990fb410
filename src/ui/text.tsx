import text from './text.module.css';

/** Shows a text and keeps each hyphenated word on one line, with its punctuation: Clermont-Ferrand, micro-entreprise. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/([^ ]*\S-\S[^ ]*)/).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text keep their order.
      <span key={index} className={text.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
