// Finds an address by its postcode, where the operator has a supplier for it: of the present address and of others. Nothing is stored but how
// often it was done: each look-up costs the operator money, so a link has some of them, and then the five boxes alone.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Html } from '../../html/html.ts';
import type { SessionView } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { formOf } from '../take-forms.ts';
import { choosePage, findPage } from './address-pages.ts';
import { ADDRESS_FIELDS, addressOf, FORMS, readFields, type Typed, typedAddress } from './answers.ts';
import { isLocked, openPart } from './locked.ts';
import { lockedPage } from './question-pages.ts';
import { answering, type Found, type Room } from './room.ts';

const TITLES = {
  address: { find: 'Find your address', choose: 'Select your address' },
  'other-addresses': { find: 'Find your other address', choose: 'Select your other address' },
};
type AddressPath = keyof typeof TITLES;

const POSTCODE = { fields: ['postcode'] as const, check: FORMS.address.check };

/** Whether the postcode is asked for before the boxes: by default for an address that is not there yet. */
export function asksPostcode(room: Room, { view }: Found, request: FastifyRequest, typed: Typed): boolean {
  const { by } = request.query as { by?: unknown };
  const isWhole = openPart(FORMS.address, view.locked).fields.length === ADDRESS_FIELDS.length;
  if (!isWhole || !canFind(room, view) || by === 'hand') return false;
  return by === 'postcode' || (typed.postcode ?? '') === '';
}

export function canFind({ needs }: Room, { addressFindsLeft }: SessionView): boolean {
  return needs.findAddresses !== null && addressFindsLeft > 0;
}

export function postcodePage({ draw }: Found, path: AddressPath, back: string): Html {
  return findPage({ ...draw, back, ...placeOf(path) }, {});
}

const placeOf = (id: AddressPath) => ({ path: id === 'address' ? id : `${id}/add`, titles: TITLES[id] });

/** `boxes`: the page with the five boxes, with this postcode in them and a note above. */
export function addressRoutes(
  app: FastifyInstance,
  room: Room,
  id: AddressPath,
  boxes: (found: Found, typed: Typed, note: string) => unknown,
): void {
  const { path } = placeOf(id);
  app.post(
    `/c/:id/${path}/find`,
    OPEN,
    answering(room, async (found, _reply, request) => {
      const { view, draw, send } = found;
      if (id === 'address' && isLocked(id, view.locked)) return send(lockedPage(draw, id), 409);
      const typed = readFields(POSTCODE, formOf(request));
      const page = { ...draw, back: `${draw.scene.base}/${id}`, ...placeOf(id) };
      const wrong = POSTCODE.check(typed, '').find(({ field }) => field === 'postcode');
      if (wrong !== undefined)
        return send(findPage(page, { postcode: typed.postcode ?? '', problem: wrong.message }));
      const { findAddresses } = room.needs;
      // Counted before it is asked: whoever goes away before the answer has had it.
      if (findAddresses === null || !(await room.needs.visits.takeAddressFind(view)))
        return boxes(found, typed, '');
      const { postcode } = addressOf(typed);
      const outcome = await findAddresses(view.isTest, postcode);
      if (outcome.kind === 'unanswered')
        return boxes(found, typed, 'We could not look it up. Enter the address yourself.');
      if (outcome.kind === 'none')
        return send(
          findPage(page, { postcode, problem: 'No address found. Check the postcode, or enter it yourself' }),
        );
      return send(choosePage(page, { postcode, found: outcome.addresses.map(typedAddress) }));
    }),
  );
}

/** What was chosen from a list is sent as if it had been typed. */
export function sentIn(request: FastifyRequest): URLSearchParams {
  const form = formOf(request);
  const chosen = form.get('chosen');
  return chosen === null ? form : new URLSearchParams(chosen);
}
