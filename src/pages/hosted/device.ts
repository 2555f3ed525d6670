// The device check of a form: the session that the script opened, or one without signals for a browser that runs no scripts.
import type { FastifyRequest } from 'fastify';
import { formOf } from '../take-forms.ts';
import type { Room } from './room.ts';

/** Null when scripts ran and the device script did not: a blocker stopped it, and the consumer is told. */
export async function deviceOf({ needs }: Room, request: FastifyRequest): Promise<string | null> {
  const form = formOf(request);
  const sessionId = (form.get('sessionId') ?? '').slice(0, 512);
  if (sessionId !== '') return sessionId;
  if (form.get('script') === 'ran') {
    needs.countBlockedDevice();
    return null;
  }
  const { headers } = request;
  const device = await needs.registerDevice({
    signals: {},
    address: request.ip,
    origin: headers.origin,
    userAgent: headers['user-agent'],
    acceptLanguage: headers['accept-language'],
  });
  return device.sessionId;
}
