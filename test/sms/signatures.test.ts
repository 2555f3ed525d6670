// Our checks of signatures against the vendors' own published libraries, on generated cases: for every form of our address we accept
// exactly what they accept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMS } from '@vonage/sms';
import fc from 'fast-check';
import twilio from 'twilio';
import * as ourTwilio from '../../src/sms/twilio/signature.ts';
import * as ourVonage from '../../src/sms/vonage/signature.ts';
import { SIGNATURE_METHODS } from '../../src/sms/vonage/wire.ts';

const seed = Number(process.env.TEST_SEED);
const RUNS = { seed, numRuns: 500 };
process.stdout.write(`seed ${seed}\n`);

const word = fc.string({ unit: 'grapheme', maxLength: 20 });
const name = fc.oneof(
  fc.constantFrom('MessageSid', 'MessageStatus', 'To', 'status', 'client-ref', 'a', 'A'),
  word,
);
const origin = fc.constantFrom(
  'https://credit.example.com',
  'http://credit.example.com',
  'https://credit.example.com:8443',
  'http://127.0.0.1:8080',
  'https://[2001:db8::1]:443',
  'http://[::1]',
);
const url = fc
  .tuple(origin, fc.uuid(), fc.uuid())
  .map(([host, tenantId, smsId]) => `${host}/v1/sms/receipts/twilio/${tenantId}/${smsId}`);

test('twilio: we accept a signature exactly when its own library does', () => {
  const signedUrls = ['as it is', 'without its port', 'with its port', 'another'] as const;
  fc.assert(
    fc.property(
      url,
      fc.array(fc.tuple(name, word), { maxLength: 8 }),
      fc.constantFrom(...signedUrls),
      fc.constantFrom('right', 'wrong secret', 'a letter more', 'none', 'wrong form'),
      (address, pairs, signedUrl, way) => {
        const form = new URLSearchParams(pairs);
        const params = Object.fromEntries(
          [...new Set(form.keys())].map((key) => [key, form.getAll(key)]),
        ) as Record<string, string[]>;
        const over = {
          'as it is': address,
          'without its port': address.replace(/:\d+\/v1/, '/v1'),
          'with its port': address.replace(
            /^(https?):\/\/(\[.*\]|[^:/]*)\/v1/,
            (_all, scheme, host) => `${scheme}://${host}:${scheme === 'https' ? 443 : 80}/v1`,
          ),
          another: `${address}0`,
        }[signedUrl];
        const secret = way === 'wrong secret' ? 'other' : 'token';
        const signedParams = way === 'wrong form' ? { ...params, more: ['1'] } : params;
        const genuine = twilio.getExpectedTwilioSignature(secret, over, signedParams);
        const signature = way === 'none' ? '' : way === 'a letter more' ? `${genuine}=` : genuine;
        const theirs = twilio.validateRequest('token', signature, address, params);
        assert.equal(ourTwilio.isSigned('token', address, form, signature), theirs);
        if (way === 'right' && signedUrl === 'as it is')
          assert.equal(ourTwilio.sign('token', over, form), genuine);
      },
    ),
    RUNS,
  );
});

const THEIR_NAMES = {
  md5hash: 'MD5HASH',
  md5: 'MD5HMAC',
  sha1: 'SHA1HMAC',
  sha256: 'SHA256HMAC',
  sha512: 'SHA512HMAC',
} as const;

test('vonage: we accept a signature exactly when its own library does', () => {
  const library = new SMS({ apiKey: 'key', apiSecret: 'secret' } as ConstructorParameters<typeof SMS>[0]);
  fc.assert(
    fc.property(
      fc.dictionary(
        name.filter((one) => one !== 'sig'),
        word,
      ),
      fc.constantFrom(...SIGNATURE_METHODS),
      fc.constantFrom('right', 'upper case', 'wrong secret', 'a letter less', 'none', 'changed'),
      (given, method, way) => {
        const parameters: Record<string, string> = { ...given };
        const genuine = ourVonage.sign(
          { method, secret: way === 'wrong secret' ? 'other' : 'secret' },
          parameters,
        );
        const sig =
          way === 'upper case'
            ? genuine.toUpperCase()
            : way === 'a letter less'
              ? genuine.slice(1)
              : way === 'none'
                ? ''
                : genuine;
        const received = { ...parameters, sig, ...(way === 'changed' && { status: 'delivered&x=1' }) };
        const theirs = library.verifySignature(sig, received, 'secret', THEIR_NAMES[method] as never);
        assert.equal(ourVonage.isSigned({ method, secret: 'secret' }, received), theirs);
        if (way === 'right') assert.equal(theirs, true);
      },
    ),
    RUNS,
  );
});
