// Code: coloured, folded if it is long, with a copy button. Its text is exactly what is copied.
import { type ReactNode, useState } from 'react';
import { CopyButton } from './copy-field.tsx';

const LINES_MAX = 28;
// Above this size colours are left out: one element a word would slow the page.
const COLOURED_MAX = 60_000;
const JSON_PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*\b/g;
const SHELL_PARTS = /('[^'\n]*'|"[^"\n]*")(\s*:)?|\$\w+|(?<=\s)--?[a-zA-Z][\w-]*/g;

export function CodeBlock(props: {
  label: string;
  /** As text, or a value that is shown as JSON. */
  text?: string;
  value?: unknown;
  language?: 'json' | 'shell' | 'plain';
  copyLabel?: string | null;
}) {
  const { label, copyLabel = 'Copy' } = props;
  const text = props.text ?? JSON.stringify(props.value, null, 2);
  const language = props.language ?? (props.text === undefined ? 'json' : 'plain');
  const lines = text.split('\n').length;
  const [isWhole, setWhole] = useState(false);
  const isFolded = lines > LINES_MAX && !isWhole;
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={isFolded ? 'folded' : undefined} tabIndex={0} aria-label={label}>
        <pre>{coloured(text, language)}</pre>
      </section>
      {(copyLabel !== null || lines > LINES_MAX) && (
        <p className="buttons">
          {copyLabel !== null && <CopyButton text={text} label={copyLabel} />}
          {lines > LINES_MAX && (
            <button type="button" className="button quiet small" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Fold' : `Show all ${lines} lines`}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function coloured(text: string, language: 'json' | 'shell' | 'plain'): ReactNode {
  if (language === 'plain' || text.length > COLOURED_MAX) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(language === 'json' ? JSON_PARTS : SHELL_PARTS)) {
    const [whole, quoted, colon] = found;
    const kind = quoted === undefined ? 'word' : colon ? 'key' : 'text';
    const shown = kind === 'key' ? quoted : whole;
    parts.push(
      text.slice(from, found.index),
      <span key={found.index} className={`code-${kind}`}>
        {shown}
      </span>,
    );
    from = found.index + (shown?.length ?? 0);
  }
  return [...parts, text.slice(from)];
}
