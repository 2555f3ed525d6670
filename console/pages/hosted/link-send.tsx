// A link on its way to the consumer: copied, scanned as a QR code, or sent by text or e-mail.
import { useEffect, useState } from 'react';
import type { ConsumerSession, NewConsumerSession } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Choices } from '../../parts/choices.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAct } from '../../parts/use-act.ts';
import { toInternational } from './phone-number.ts';

/** A new link, and what became of the text with it where one was asked for. */
export type Made = { session: NewConsumerSession; sending?: { isSent: boolean; words: string } };

/** Texts a new link to the number that is filled in on it. The link is there whatever becomes of the text: nothing is thrown. */
export function useTextLink(): (session: NewConsumerSession) => Promise<Made> {
  const { mode } = useTenant();
  const act = useAct();
  const onItsWay = mode === 'test' ? TEST_SENDS_NOTHING : 'It is on its way to the phone.';
  return async (session) => {
    try {
      const { sends } = await act('sendConsumerSession', {
        params: { consumerSessionId: session.id },
        body: { by: 'sms' },
        changes: ['listConsumerSessions'],
      });
      const isSent = sends.at(-1)?.state !== 'refused';
      return {
        session,
        sending: { isSent, words: isSent ? onItsWay : NOBODY_TOOK_IT },
      };
    } catch (error) {
      return { session, sending: { isSent: false, words: `It was not sent. ${(error as Error).message}` } };
    }
  };
}

/** The one time that the link is shown: it is as good as a key. */
export function LinkMade({ made, onClose }: { made: Made; onClose: () => void }) {
  const { session, sending } = made;
  const [isSending, setSending] = useState(false);
  if (isSending) return <SendDialog session={session} onClose={onClose} />;
  const isSent = sending?.isSent ?? false;
  return (
    <Dialog title={isSent ? 'The link is sent' : 'The link is ready'} onClose={onClose}>
      {sending !== undefined && <Callout tone={isSent ? 'info' : 'danger'}>{sending.words}</Callout>}
      <p>Give it to the consumer and to nobody else. It is shown here once.</p>
      <CopyField label="Link" value={session.url} />
      <QrCode url={session.url} />
      <p className="hint">
        The first browser that presses Start keeps it. Opening it, as mail scanners do, uses nothing up.
      </p>
      <p className="buttons">
        {!isSent && (
          <button type="button" className="button" onClick={() => setSending(true)}>
            Send it
          </button>
        )}
        <button type="button" className={isSent ? 'button' : 'button second'} onClick={onClose}>
          Done
        </button>
      </p>
    </Dialog>
  );
}

/** Drawn in the browser: nobody else sees the link. The code is loaded when it is shown. */
export function QrCode({ url }: { url: string }) {
  const [svg, setSvg] = useState('');
  useEffect(() => {
    import('uqr').then(({ renderSVG }) => setSvg(renderSVG(url, { border: 2 })));
  }, [url]);
  if (svg === '') return null;
  return (
    <img className="qr" alt="QR code of the link" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
  );
}

const NOBODY_TOOK_IT = 'Nobody took the message. Nothing was charged.';
const TEST_SENDS_NOTHING = 'In test mode nothing is sent: it only looks as if.';
const WAYS = [
  { value: 'sms', label: 'By text', hint: 'At the price of a text with a code' },
  { value: 'email', label: 'By e-mail', hint: 'Free' },
];

export function SendDialog({ session, onClose }: { session: ConsumerSession; onClose: () => void }) {
  const { mode } = useTenant();
  const act = useAct();
  const form = useForm({
    id: 'send',
    initial: { by: 'sms', mobileNumber: '', email: '' },
    check: ({ by, mobileNumber, email }): Record<string, string> => {
      // Empty: to what was filled in on the link.
      if (by === 'sms')
        return mobileNumber.trim() === '' || toInternational(mobileNumber) !== null
          ? {}
          : { mobileNumber: 'Enter a mobile number, such as 07700 900123' };
      return email.trim() === '' || email.includes('@') ? {} : { email: 'Enter an e-mail address' };
    },
    send: ({ by, mobileNumber, email }) =>
      act('sendConsumerSession', {
        params: { consumerSessionId: session.id },
        body:
          by === 'sms'
            ? { by, ...(mobileNumber.trim() !== '' && { mobileNumber: toInternational(mobileNumber) ?? '' }) }
            : { by: 'email', ...(email.trim() !== '' && { email: email.trim() }) },
        changes: ['listConsumerSessions'],
        next: onClose,
        says: ({ sends }) => (sends.at(-1)?.state === 'refused' ? NOBODY_TOOK_IT : 'The link is sent.'),
      }),
  });
  const about =
    mode === 'test'
      ? TEST_SENDS_NOTHING
      : 'It is used for this message and not kept. Left empty: to what you filled in on the link.';
  return (
    <FormDialog title="Send the link" form={form} button="Send" onClose={onClose} about={about}>
      <Choices
        legend="How"
        name="by"
        value={form.values.by}
        options={WAYS}
        onChange={(by) => form.set('by', by)}
      />
      {form.values.by === 'sms' ? (
        <Field form={form} name="mobileNumber" label="Mobile number" />
      ) : (
        <Field form={form} name="email" label="E-mail address" type="email" />
      )}
    </FormDialog>
  );
}
