// "Set up your page": brand, colour, consent text, try it; beside them a phone that shows the page as it would be.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { PreviewPage } from '../../../src/domain/hosted/branding.ts';
import { blanksIn, fillBlanks } from '../../../src/domain/hosted/consent-text.ts';
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import { useGet } from '../../api/queries.ts';
import type { Branding, ConsentText, ConsentTextDetail, NewConsumerSession } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Form, SubmitButton } from '../../parts/form.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Blanks, type Filled } from './blanks.tsx';
import { BrandFields, ColourFields, LogoForm, previewOf, useBrandingForm } from './branding-form.tsx';
import { TextChip } from './consent-texts.tsx';
import { MakeLink } from './link-form.tsx';
import { LinkMade, type Made, QrCode } from './link-send.tsx';
import { PhoneOf } from './phone.tsx';

export function SetUpPage() {
  const branding = useGet('readBranding');
  return (
    <Shown query={branding} data={branding.data}>
      {(data) => <Steps branding={data} />}
    </Shown>
  );
}

function Steps({ branding }: { branding: Branding }) {
  const isOwner = useMay()('tenant:manage');
  const form = useBrandingForm(branding);
  const [page, setPage] = useState<PreviewPage>('start');
  const [filled, setFilled] = useState<Filled>({});
  const texts = useGet('listConsentTexts');
  // One that can be used, else the one that is being written.
  const items = texts.data?.items ?? [];
  const chosen = items.find(({ version }) => version !== null) ?? items[0];
  const text = useGet('readConsentText', {
    params: { consentTextId: chosen?.id ?? '' },
    when: chosen !== undefined,
  });
  return (
    <div className="set-up">
      <div>
        {isOwner ? (
          <Form form={form} label="Set up your page">
            <Step number={1} title="Brand" onEnter={() => setPage('start')}>
              <BrandFields form={form} />
            </Step>
            <Step number={2} title="Colour and logo" onEnter={() => setPage('start')}>
              <ColourFields form={form} />
              <LogoForm sha256={branding.logoSha256} />
              <SubmitButton isBusy={form.isBusy} isSecond>
                Save your page
              </SubmitButton>
            </Step>
          </Form>
        ) : (
          <Step number={1} title="Brand" onEnter={() => setPage('start')}>
            <p>{branding.name === '' ? 'The name of the tenant' : branding.name}</p>
            <p className="small">An owner can change it.</p>
          </Step>
        )}
        <Step number={isOwner ? 3 : 2} title="Consent text" onEnter={() => setPage('consent')}>
          {texts.data !== undefined && items.length === 0 && <NoText />}
          {text.data !== undefined && <TextStep text={text.data} filled={filled} onFilled={setFilled} />}
        </Step>
        <Step number={isOwner ? 4 : 3} title="Try it and send it" onEnter={() => setPage('start')}>
          <TryIt textId={chosen?.version == null ? null : chosen.id}>
            <SendOne texts={items.filter(({ version }) => version !== null)} />
          </TryIt>
        </Step>
      </div>
      <PhoneOf
        pages={['start', 'consent', 'problem']}
        page={page}
        onPage={setPage}
        words={isOwner ? previewOf(form) : {}}
        body={fillBlanks(text.data?.body ?? 'Your consent text stands here.', filled)}
      />
    </div>
  );
}

function Step(props: { number: number; title: string; onEnter: () => void; children: ReactNode }) {
  return (
    <section className="panel in" aria-label={props.title} onFocus={props.onEnter}>
      <h2>
        <span className="count" aria-hidden="true">
          {props.number}
        </span>{' '}
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

function NoText() {
  const act = useAct();
  const isOwner = useMay()('tenant:manage');
  if (!isOwner) return <p>There is none yet. An owner can write one.</p>;
  return (
    <>
      <p>What people read and agree to. It begins with a skeleton, and you fill in the blanks.</p>
      <ActButton
        kind="second"
        act={() =>
          act('createConsentText', { body: { name: 'Consent text' }, changes: ['listConsentTexts'] })
        }
      >
        Write a consent text
      </ActButton>
    </>
  );
}

/** Its blanks as fields; the wording itself is changed on its own page. */
function TextStep(props: { text: ConsentTextDetail; filled: Filled; onFilled: (filled: Filled) => void }) {
  const { text, filled } = props;
  const { home } = useTenant();
  const act = useAct();
  const isOwner = useMay()('tenant:manage');
  const params = { consentTextId: text.id };
  const body = fillBlanks(text.body, filled);
  const left = blanksIn(body);
  const publish = async (): Promise<void> => {
    await act('changeConsentText', { params, body: { body }, changes: [] });
    await act('publishConsentText', {
      params,
      changes: ['listConsentTexts'],
      next: () => props.onFilled({}),
      says: 'The text is published. New links show it.',
    });
  };
  return (
    <>
      <p>
        <TextChip text={text} /> <bdi>{text.name}</bdi>{' '}
        <Link href={`${home}/consent/${text.id}`}>Change the wording</Link>
      </p>
      {isOwner && !text.isPublished && (
        <>
          <Blanks body={text.body} filled={filled} onFilled={props.onFilled} />
          <p className="hint">
            {left.length > 0
              ? 'Fill in what is left before you publish it.'
              : 'Have somebody who knows the law read it.'}
          </p>
          <ActButton kind="second" act={publish} disabled={left.length > 0}>
            Publish the text
          </ActButton>
        </>
      )}
    </>
  );
}

/** A test link of their own: it charges nothing. */
function TryIt({ textId, children }: { textId: string | null; children: ReactNode }) {
  const { home } = useTenant();
  const act = useAct();
  const mayWrite = useMay()('reports:write');
  const [made, setMade] = useState<NewConsumerSession | null>(null);
  if (textId === null) return <p>Publish a consent text first: a link shows it.</p>;
  if (!mayWrite) return null;
  if (made === null)
    return (
      <>
        <p>A test link of your own. It asks no bureau and charges nothing.</p>
        <div className="buttons">
          <ActButton
            act={() =>
              act('createConsumerSession', {
                body: {
                  ...{ bureaus: [...BUREAU_IDS], searchType: 'pcp', consentTextId: textId, test: true },
                  externalReference: 'Try it',
                },
                changes: ['listConsumerSessions'],
                next: setMade,
              })
            }
          >
            Create a test link
          </ActButton>
          {children}
        </div>
      </>
    );
  return (
    <>
      <QrCode url={made.url} />
      <div className="buttons">
        <a className="button" href={made.url} target="_blank" rel="noreferrer">
          Open your page<span className="unseen"> (opens in a new tab)</span>
        </a>
        <Link className="button second" href={`${home}/links`}>
          Go to links
        </Link>
        {children}
      </div>
    </>
  );
}

/** The first link to a consumer, from where the page was set up. */
function SendOne({ texts }: { texts: ConsentText[] }) {
  const mayWrite = useMay()('reports:write');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  if (!mayWrite || texts.length === 0) return null;
  return (
    <>
      <button type="button" className="button second" onClick={() => setMaking(true)}>
        Create link
      </button>
      {isMaking && (
        <MakeLink
          texts={texts}
          onClose={() => setMaking(false)}
          onMade={(link) => {
            setMaking(false);
            setMade(link);
          }}
        />
      )}
      {made !== null && <LinkMade made={made} onClose={() => setMade(null)} />}
    </>
  );
}
