// What changes a webhook endpoint besides its form: a secret that is shown once, enabling with what was missed, sending a period again.
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import type { Endpoint, NewEndpoint } from '../../api/shapes.ts';
import { Checks, Choices } from '../../parts/choices.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { SecretDialog } from '../../parts/secrets.tsx';
import { useAct } from '../../parts/use-act.ts';
import { daysAgo } from '../../parts/words.ts';
import { events, nameOf } from './webhook-words.tsx';

type Given = { endpoint: Endpoint; onClose: () => void };

export function WebhookSecret({ made, onClose }: { made: NewEndpoint; onClose: () => void }) {
  return (
    <SecretDialog
      secret={{ label: 'Signing secret', value: made.secret }}
      file={`WEBHOOK_SECRET=${made.secret}\n`}
      onClose={onClose}
    >
      Store it now, where your receiver checks signatures. It is shown only once.
    </SecretDialog>
  );
}

export function EnableDialog({ endpoint, onClose }: Given) {
  const act = useAct();
  const missed = endpoint.missed ?? 0;
  const form = useForm({
    id: 'enable',
    initial: { missed: missed > 0 ? ('send' as const) : ('skip' as const) },
    send: (body) =>
      act('enableWebhookEndpoint', {
        params: { endpointId: endpoint.id },
        body,
        changes: ['listWebhookEndpoints'],
        next: onClose,
        says: `${nameOf(endpoint)} is enabled.`,
      }),
  });
  return (
    <FormDialog title={`Enable ${nameOf(endpoint)}`} form={form} button="Enable" onClose={onClose}>
      {missed === 0 ? (
        <p>It missed nothing.</p>
      ) : (
        <Choices
          legend={`${events(missed)} happened meanwhile`}
          name="missed"
          value={form.values.missed}
          options={[
            { value: 'send', label: missed === 1 ? 'Send it' : `Send the ${events(missed)}` },
            { value: 'skip', label: 'Send only what happens from now on' },
          ]}
          onChange={(value) => form.set('missed', value)}
        />
      )}
    </FormDialog>
  );
}

const bodyOf = ({ since, until, options }: { since: string; until: string; options: string }) => ({
  since,
  ...(until !== '' && { until }),
  failedOnly: options === 'failedOnly',
});

/** Counts first; what was counted is sent on a second press. */
export function RecoverDialog({ endpoint, onClose }: Given) {
  const act = useAct();
  const call = useCall();
  const params = { endpointId: endpoint.id };
  const [preview, setPreview] = useState<{ count: number; of: string } | null>(null);
  const form = useForm({
    id: 'recover',
    initial: { since: daysAgo(1), until: '', options: 'failedOnly' },
    check: ({ since, until }): Record<string, string> => ({
      ...(since === '' && { since: 'Enter the first day' }),
      ...(until !== '' && until < since && { until: 'Enter a day that is not before the first one' }),
    }),
    send: async (values) => {
      const body = bodyOf(values);
      if (hasSome)
        return act('recoverEvents', { params, body, changes: ['listWebhookEndpoints'], next: onClose });
      const answer = await call('recoverEvents', { params, body: { ...body, preview: true } });
      setPreview({ count: answer.count, of: JSON.stringify(body) });
    },
  });
  // Of what the form says now.
  const count = preview?.of === JSON.stringify(bodyOf(form.values)) ? preview.count : null;
  const hasSome = count !== null && count > 0;
  return (
    <FormDialog
      title="Recover events"
      form={form}
      button={hasSome ? `Send ${events(count)}` : 'Preview'}
      onClose={onClose}
      about={<p>Sends the events of a period again, behind what is new. Events are kept for 30 days.</p>}
    >
      <Field form={form} name="since" label="Since" type="date" />
      <Field form={form} name="until" label="Until" type="date" hint="Now, if it is left empty" />
      <Checks
        form={form}
        name="options"
        label="Which"
        options={[
          {
            value: 'failedOnly',
            label: 'Only what was never delivered',
            hint: 'Otherwise all events of its types, also those that it has',
          },
        ]}
      />
      <div role="status">
        {count !== null && (
          <p>
            <strong>{count === 0 ? 'Nothing to send in this period.' : `${events(count)} to send.`}</strong>
          </p>
        )}
      </div>
    </FormDialog>
  );
}
