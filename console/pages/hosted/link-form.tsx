// The form that makes a link.

import { LINK_HOURS_DEFAULT, LINK_HOURS_MAX } from '../../../src/domain/hosted/consumer-session.ts';
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import type { ConsentText } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { Checks } from '../../parts/choices.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAct } from '../../parts/use-act.ts';
import { bureauName } from '../../parts/words.ts';
import { type Made, useTextLink } from './link-send.tsx';
import { toInternational } from './phone-number.ts';

const SHOW = {
  value: 'show',
  label: 'Show the report to the consumer',
  hint: 'Without it they are told that it was sent to you',
};
const SEND = { value: 'send', label: 'Text the link to it, at the price of a text with a code' };
const BUREAUS = BUREAU_IDS.map((id) => ({ value: id, label: bureauName(id) }));
const HOURS: [string, string][] = [
  ['1', '1 hour'],
  [String(LINK_HOURS_DEFAULT), '24 hours'],
  ['72', '3 days'],
  [String(LINK_HOURS_MAX), '7 days'],
];

export function MakeLink(props: { texts: ConsentText[]; onClose: () => void; onMade: (made: Made) => void }) {
  const { mode } = useTenant();
  const act = useAct();
  const text = useTextLink();
  const form = useForm({
    id: 'link',
    initial: {
      consentTextId: props.texts[0]?.id ?? '',
      externalReference: '',
      mobileNumber: '',
      send: '',
      firstName: '',
      lastName: '',
      bureaus: BUREAU_IDS.join(' '),
      lifetimeHours: String(LINK_HOURS_DEFAULT),
      options: 'show',
    },
    check: ({ bureaus, mobileNumber, send }): Record<string, string> => ({
      ...(bureaus === '' && { bureaus: 'Choose at least one bureau' }),
      ...(mobileNumber.trim() === ''
        ? send !== '' && { mobileNumber: 'Enter the mobile number that the link goes to' }
        : toInternational(mobileNumber) === null && {
            mobileNumber: 'Enter a mobile number, such as 07700 900123, or nothing',
          }),
    }),
    send: ({ consentTextId, externalReference, firstName, lastName, mobileNumber, ...rest }) => {
      const prefill = {
        ...(mobileNumber.trim() !== '' && { mobileNumber: toInternational(mobileNumber) ?? '' }),
        ...(firstName.trim() !== '' && { firstName: firstName.trim() }),
        ...(lastName.trim() !== '' && { lastName: lastName.trim() }),
      };
      return act('createConsumerSession', {
        body: {
          bureaus: BUREAU_IDS.filter((id) => rest.bureaus.split(' ').includes(id)),
          searchType: 'pcp',
          consentTextId,
          ...(externalReference.trim() !== '' && { externalReference: externalReference.trim() }),
          prefill,
          lifetimeHours: Number(rest.lifetimeHours),
          showReport: rest.options.includes('show'),
          test: mode === 'test',
        },
        changes: ['listConsumerSessions'],
        next: async (session) => props.onMade(rest.send === '' ? { session } : await text(session)),
      });
    },
  });
  return (
    <FormDialog
      title={mode === 'test' ? 'Create test link' : 'Create link'}
      form={form}
      button="Create link"
      onClose={props.onClose}
    >
      <Select
        form={form}
        name="consentTextId"
        label="Consent text"
        options={props.texts.map(({ id, name, version }) => [id, `${name}, version ${version}`])}
      />
      <Field
        form={form}
        name="externalReference"
        label="Your reference"
        hint="Such as a case number. The consumer does not see it"
      />
      <Field
        form={form}
        name="mobileNumber"
        label="Mobile number"
        hint="If you know it: the code goes there and nowhere else"
      />
      <Checks form={form} name="send" label="Send" options={[SEND]} />
      <Field form={form} name="firstName" label="First name" hint="If you know it. They cannot change it" />
      <Field form={form} name="lastName" label="Last name" />
      <Checks form={form} name="bureaus" label="Bureaus" options={BUREAUS} />
      <Select form={form} name="lifetimeHours" label="Expires after" options={HOURS} />
      <Checks form={form} name="options" label="Report" options={[SHOW]} />
    </FormDialog>
  );
}
