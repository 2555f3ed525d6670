// A phone with a hosted page in it, as the service draws it for consumers: with words that nobody has saved yet. No script runs in it and
// no form is sent.
import { useEffect, useState } from 'react';
import type { PreviewPage } from '../../../src/domain/hosted/branding.ts';
import { useCall } from '../../api/queries.ts';
import type { BrandWords } from '../../api/shapes.ts';

/** Typing is over when nothing was typed for so long. */
const TYPED_MS = 250;

const NAMES: Record<PreviewPage, string> = {
  start: 'First page',
  consent: 'Agreement',
  problem: 'Problem',
};

export function Phone(props: { page: PreviewPage; words?: BrandWords; body?: string }) {
  const { page, words = {}, body = '' } = props;
  const call = useCall();
  const [html, setHtml] = useState('');
  const [problem, setProblem] = useState('');
  const asked = JSON.stringify({ page, ...words, ...(body.trim() !== '' && { body }) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked has all that it depends on
  useEffect(() => {
    let isLate = false;
    const timer = setTimeout(
      () =>
        call('previewHostedPage', { body: JSON.parse(asked) }).then(
          (answer) => {
            if (isLate) return;
            setHtml(answer.html);
            setProblem('');
          },
          (error: Error) => !isLate && setProblem(error.message),
        ),
      html === '' ? 0 : TYPED_MS,
    );
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return (
    <>
      <div className="phone">
        {/* The same origin, for the style sheets; without scripts and forms. */}
        <iframe title={`Preview: ${NAMES[page]}`} sandbox="allow-same-origin" srcDoc={html} />
      </div>
      {problem !== '' && <p className="field-problem">The preview is not up to date: {problem}</p>}
    </>
  );
}

/** The phone with a choice of its pages above. */
export function PhoneOf(props: {
  pages: readonly PreviewPage[];
  page: PreviewPage;
  onPage: (page: PreviewPage) => void;
  words?: BrandWords;
  body?: string;
}) {
  return (
    <aside className="phone-side" aria-label="Preview">
      <fieldset className="switch" aria-label="Page in the preview">
        {props.pages.map((page) => (
          <button
            key={page}
            type="button"
            aria-pressed={page === props.page}
            onClick={() => props.onPage(page)}
          >
            {NAMES[page]}
          </button>
        ))}
      </fieldset>
      <Phone page={props.page} words={props.words ?? {}} body={props.body ?? ''} />
    </aside>
  );
}
