import { describe, expect, test } from 'vitest';
import { addressesIn, credentialsOf, isConnectionString, withSetting } from './connection-string.ts';

describe('the connection string of an EventStoreDB', () => {
  test.each([
    ['esdb://ledger:s%40fe%3F@db:2113?tls=true', { username: 'ledger', password: 's@fe?' }],
    ['esdb+discover://ledger:secret@a.example,b.example:2113', { username: 'ledger', password: 'secret' }],
  ])('%s names its user', (connectionString, credentials) => {
    expect(credentialsOf(connectionString)).toEqual(credentials);
  });

  test('needs no user where the connection is insecure, and needs one where it is not', () => {
    expect(credentialsOf('esdb://localhost:2113?keepAliveTimeout=10000&tls=false')).toBeTypeOf('object');
    expect(() => credentialsOf('esdb://localhost:2113?tls=true')).toThrow('a user name and a password');
    expect(() => credentialsOf('esdb://localhost:2113')).toThrow('a user name and a password');
  });

  test.each([
    ['esdb://ledger:secret@a.example:2113,b.example:2114?tls=true', true],
    ['esdb://db:2113?tls=false', true],
    ['esdb://db:2113', false],
    ['kurrentdb://ledger:secret@db:2113', false],
    ['https://ledger:secret@db:2113', false],
  ])('%s is accepted: %s', (connectionString, isAccepted) => {
    expect(isConnectionString(connectionString)).toBe(isAccepted);
  });

  test('names every server of a cluster, and its settings', () => {
    const { addresses, settings } = addressesIn(
      'esdb://a:b@n1:2113,n2,n3:9,n4:443/?tls=true&tlsCAFile=/ca.crt',
    );
    expect(addresses).toEqual([
      { hostname: 'n1', port: 2113 },
      { hostname: 'n2', port: 2113 },
      { hostname: 'n3', port: 9 },
      { hostname: 'n4', port: 443 },
    ]);
    expect(settings.get('tlsCAFile')).toBe('/ca.crt');
  });

  test.each([
    ['esdb://db:2113', 'esdb://db:2113?keepAliveInterval=1'],
    ['esdb://db:2113?tls=false', 'esdb://db:2113?tls=false&keepAliveInterval=1'],
    ['esdb://db?KEEPALIVEINTERVAL=9&tls=false', 'esdb://db?tls=false&keepAliveInterval=1'],
  ])('%s with a setting put in keeps the others', (connectionString, result) => {
    expect(withSetting(connectionString, 'keepAliveInterval', '1')).toBe(result);
  });
});
