// What is copied by a press: an id, a value in a field, a text. The button says that it is done, also where a dialog covers the page.
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { announce } from './toast.tsx';
import { shortId } from './words.ts';

const COPIED_MS = 2_000;

function useCopy(onEnd?: (isCopied: boolean) => void) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce('Copied.');
        onEnd?.(true);
      },
      () => {
        announce('The browser did not allow copying. Select the text and copy it.');
        onEnd?.(false);
      },
    );
  };
  return { isCopied, copy };
}

/** A value on its own line with a copy button in it. `onCopy` hears whether the browser allowed it. */
export function CopyField(props: { label: string; value: string; onCopy?: (isCopied: boolean) => void }) {
  const { isCopied, copy } = useCopy(props.onCopy);
  return (
    <div className="copy-field">
      <span>{props.label}</span>
      <div>
        <code>{props.value}</code>
        <button
          type="button"
          className="button quiet small"
          aria-label={`Copy the ${props.label.toLowerCase()}`}
          onClick={() => copy(props.value)}
        >
          <Icon name={isCopied ? 'check' : 'copy'} />
        </button>
      </div>
    </div>
  );
}

/** Shows an id shortened and copies all of it. */
export function Id({ value, name = 'id' }: { value: string; name?: string }) {
  const { copy } = useCopy();
  return (
    <button type="button" className="id" title={value} onClick={() => copy(value)}>
      {shortId(value)}
      <span className="unseen"> copy the {name}</span>
    </button>
  );
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <button type="button" className="button second small" onClick={() => copy(text)}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {label}
    </button>
  );
}
