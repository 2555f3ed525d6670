// What the support desk does about a report without a code: a new code while it waits, a new link when it failed, with a corrected number where
// the consumer says so. Each is written to the audit log.
import { useState } from 'react';
import { useCall, useGet } from '../../api/queries.ts';
import type { Timeline } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { announce } from '../../parts/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import { LinkMade, type Made, useTextLink } from '../hosted/link-send.tsx';

const BY_HAND = 'hand';
const TEXT_PRICE = 'At the price of a text with a code';

export function DeskActions({ timeline }: { timeline: Timeline }) {
  const may = useMay();
  const [isRenewing, setRenewing] = useState<'link' | 'number' | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const { waiting, status, person, mobileEnding } = timeline;
  const mayRenew = may('reports:write') && status === 'failed' && person !== null;
  return (
    <>
      <p className="buttons">
        {waiting !== null && may('reports:write') && <SendCode timeline={timeline} />}
        {mayRenew && (
          <button type="button" className="button" onClick={() => setRenewing('link')}>
            {mobileEnding === null ? 'Create a new link' : 'Send a new link'}
          </button>
        )}
        {mayRenew && mobileEnding !== null && (
          <button type="button" className="button second" onClick={() => setRenewing('number')}>
            Correct the number
          </button>
        )}
        {may('reports:reveal') && mobileEnding !== null && (
          <ShowNumber creditReportId={timeline.creditReportId} />
        )}
      </p>
      {mayRenew && (
        <p className="small">
          A new link keeps the details that were given. Showing the number is written to the audit log.
        </p>
      )}
      {isRenewing !== null && (
        <Renew
          timeline={timeline}
          hasNumber={isRenewing === 'number'}
          onClose={() => setRenewing(null)}
          onMade={(link) => {
            setRenewing(null);
            setMade(link);
          }}
        />
      )}
      {made !== null && <LinkMade made={made} onClose={() => setMade(null)} />}
    </>
  );
}

function SendCode({ timeline }: { timeline: Timeline }) {
  const act = useAct();
  const { creditReportId, waiting } = timeline;
  if (waiting === null) return null;
  return (
    <ActButton
      disabled={waiting.textsLeft === 0}
      act={() =>
        act('resendSms', {
          params: { creditReportId },
          body: { challengeId: waiting.challengeId },
          changes: ['readTimeline', 'listMessages'],
          says: ({ data }) =>
            data.sms === 'refused'
              ? 'No gateway took the text. Check the number.'
              : 'A new code is on its way.',
        })
      }
    >
      {waiting.textsLeft === 0 ? 'No texts left' : 'Send a new code'}
    </ActButton>
  );
}

/** In place of the button, until the page is left. */
function ShowNumber({ creditReportId }: { creditReportId: string }) {
  const call = useCall();
  const [number, setNumber] = useState<string | null>(null);
  if (number !== null) return <span className="shown-number mono">{number}</span>;
  return (
    <ActButton
      kind="second"
      act={async () => {
        const { mobileNumber } = await call('readMobileNumber', { params: { creditReportId } });
        setNumber(mobileNumber ?? 'None was given');
        announce('The number is shown. The audit log says so.');
      }}
    >
      Show the whole number
    </ActButton>
  );
}

function Renew(props: {
  timeline: Timeline;
  hasNumber: boolean;
  onClose: () => void;
  onMade: (made: Made) => void;
}) {
  const { creditReportId, consumerSessionId, mobileEnding } = props.timeline;
  const act = useAct();
  const text = useTextLink();
  const texts = useGet('listConsentTexts', { when: consumerSessionId === undefined });
  const published = texts.data?.items.filter(({ version }) => version !== null) ?? [];
  // A link that the report came from has its text; one that is the only one needs no choice.
  const isChosen = consumerSessionId === undefined && published.length > 1;
  const hasNoText = texts.data !== undefined && published.length === 0;
  const form = useForm({
    id: 'renew',
    initial: { consentTextId: '', mobileNumber: '', by: mobileEnding === null ? BY_HAND : 'sms' },
    check: ({ consentTextId, mobileNumber }): Record<string, string> => ({
      ...(hasNoText && { '': 'A link shows a consent text. Write one and publish it first' }),
      ...(isChosen && consentTextId === '' && { consentTextId: 'Choose a consent text' }),
      ...(props.hasNumber &&
        !/^\+\d{7,15}$/.test(mobileNumber.replaceAll(' ', '')) && {
          mobileNumber: 'Enter the number with its country, such as +44 7700 900123',
        }),
    }),
    send: ({ consentTextId, mobileNumber, by }) =>
      act('renewLink', {
        params: { creditReportId },
        body: {
          ...(consentTextId !== '' && { consentTextId }),
          ...(props.hasNumber && { mobileNumber: mobileNumber.replaceAll(' ', '') }),
        },
        changes: ['listConsumerSessions', 'readTimeline'],
        next: async (session) => props.onMade(by === BY_HAND ? { session } : await text(session)),
      }),
  });
  const title = mobileEnding === null ? 'Create a new link' : 'Send a new link';
  return (
    <FormDialog
      title={props.hasNumber ? 'Correct the number' : title}
      form={form}
      button={form.values.by === BY_HAND ? 'Create the link' : 'Send the link'}
      onClose={props.onClose}
      about={
        <p>
          The consumer gets the same questions, with what is known already filled in. No report is charged
          before they agree.{consumerSessionId !== undefined && ' The old link stops working.'}
        </p>
      }
    >
      {props.hasNumber && (
        <Field form={form} name="mobileNumber" label="Mobile number" hint="The code goes to this number" />
      )}
      {mobileEnding !== null && (
        <Choices
          legend="How it gets there"
          name="by"
          value={form.values.by}
          options={[
            {
              value: 'sms',
              label: props.hasNumber ? 'By text' : `By text to ··${mobileEnding}`,
              hint: TEXT_PRICE,
            },
            { value: BY_HAND, label: 'I pass it on', hint: 'By e-mail, as a QR code, or copied' },
          ]}
          onChange={(by) => form.set('by', by)}
        />
      )}
      {isChosen && (
        <Select
          form={form}
          name="consentTextId"
          label="Consent text"
          options={[
            ['', 'Choose a text'],
            ...published.map(({ id, name, version }): [string, string] => [
              id,
              `${name}, version ${version}`,
            ]),
          ]}
        />
      )}
    </FormDialog>
  );
}
