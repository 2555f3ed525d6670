// A generate request of test mode, without the service around it.

/** A valid generate request; `undefined` removes a field. */
export function generateBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sessionId: 'test-session',
    bureaus: ['equifax', 'experian', 'transunion'],
    ipAddress: '203.0.113.7',
    searchType: 'pcp',
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    addresses: [{ type: 'current', ukAddress: ukAddress() }],
    test: true,
    ...overrides,
  };
}

export function ukAddress(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    buildingNumber: '12',
    thoroughfare: 'Example Street',
    townOrCity: 'Leeds',
    postcode: 'LS1 4AB',
    ...overrides,
  };
}
