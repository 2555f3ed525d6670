// The device fingerprint script and the endpoint that it reports to. Both are public and open to any origin: a script tag on a
// tenant's page cannot send a token. No cookie is set or read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fingerprintScript } from '../../../../web/build.mjs';
import { householdOf } from '../../../domain/network-address.ts';
import { documentOf, sendDocument } from '../../../html/document.ts';
import type { RegisterDevice } from '../../../usecases/reports/register-device.ts';
import { spendAllowance } from '../../edge/allowances.ts';
import type { RateLimiter } from '../../edge/rate-limiter.ts';
import { publicProblems } from '../../schemas/problems.ts';
import { publicRoutes } from '../../tenant-routes.ts';

const TAG = 'Device fingerprint';

export type FingerprintNeeds = {
  registerDevice: RegisterDevice;
  limiter: RateLimiter;
  deviceSessionsPerAddress: number;
};

export function fingerprintRoutes(app: FastifyInstance, needs: FingerprintNeeds): void {
  // Built before the service listens; no request waits for it.
  const script = documentOf('text/javascript; charset=utf-8', fingerprintScript());

  app.get(
    '/v1/fingerprints/device',
    {
      config: { access: 'public' },
      onSend: openToAnyOrigin,
      schema: {
        tags: [TAG],
        operationId: 'readFingerprintScript',
        summary: 'The browser fingerprint script',
        description:
          'Put it on the page where the consumer enters their details. Register `window.service.deviceFingerprint = ({ sessionId }) => …` first; ' +
          'the script calls it with the session id, which goes into the generate request. The page needs this origin in `script-src` and ' +
          '`connect-src`, and should stop waiting after 8 seconds.',
        produces: ['text/javascript'],
        response: {
          200: Type.String({ description: 'JavaScript.', examples: ['(function () { … })();'] }),
          304: Type.Null({ description: 'The browser has this version already.', examples: [null] }),
          ...publicProblems(),
        },
      },
    },
    async (request, reply) => sendDocument(request, reply, script, 'public, max-age=300, must-revalidate'),
  );

  publicRoutes(app, TAG).post(
    '/v1/fingerprints/sessions',
    {
      config: { access: 'public' },
      // Every call stores a row: far fewer are allowed than of others, and refused before the body is read.
      onRequest: (request, reply) =>
        spendAllowance(
          needs.limiter,
          reply,
          'device-sessions',
          householdOf(request.ip),
          needs.deviceSessionsPerAddress,
        ),
      onSend: openToAnyOrigin,
      operationId: 'registerDevice',
      summary: 'What the script reports; answers the session id',
      description: 'Called by the script. A session is valid for 30 minutes and belongs to one consumer.',
      body: Type.Object(
        {
          signals: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description:
                  'What the script read of the device. A signal that is missing or not understood is left out, never refused.',
              },
            ),
          ),
        },
        {
          title: 'DeviceReport',
          description: 'Made by the script; docs/device-signals.md lists every signal.',
          examples: [{ signals: { timeZone: 'Europe/London', screen: [1920, 1080] } }],
        },
      ),
      answer: Type.Object(
        {
          sessionId: Type.String({
            description: 'The device session; the `sessionId` of a generate request.',
          }),
        },
        {
          additionalProperties: false,
          title: 'DeviceSession',
          description: 'The session id to send with generate.',
          examples: [{ sessionId: 'ds_0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a11.Zm9v' }],
        },
      ),
      status: 201,
    },
    async ({ body, request }) => {
      const { origin, 'user-agent': userAgent, 'accept-language': acceptLanguage } = request.headers;
      const { signals } = body;
      return needs.registerDevice({ signals, address: request.ip, origin, userAgent, acceptLanguage });
    },
  );

  app.options(
    '/v1/fingerprints/sessions',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '86400')
        .send(),
  );
}

/** On refusals too: a script that cannot read why it was refused would retry in vain. */
async function openToAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}
