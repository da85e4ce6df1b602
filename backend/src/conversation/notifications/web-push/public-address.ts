import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** IPv4 ranges that are not public (IANA's special-purpose registry). */
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** IPv6: the allocated range, and the ranges in it that are reserved or lead through IPv4. */
const allocated = listOf(['2000::/3']);
const reserved = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const reservedIpv4 = listOf(privateIpv4);

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether the server may connect to an address that a client named. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !reservedIpv4.check(address)
    : allocated.check(address, 'ipv6') && !reserved.check(address, 'ipv6');

/**
 * Resolves a name for a connection, and fails if any of its addresses is not public. The connection uses the checked
 * addresses, so a later DNS change has no effect.
 *
 * By the name servers: the system's lookup holds a thread until a name server that a member has chosen answers, and has
 * two of them for all names, also for those of the database and of the SMS provider.
 */
export const publicLookupBy =
  (resolver: Resolver): LookupFunction =>
  (hostname, options, callback) => {
    publicAddressesOf(resolver, hostname).then(
      (found) => {
        if (options.all === true) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

export const publicLookup = publicLookupBy(new Resolver({ timeout: 1_000, tries: 2 }));

/** At least one. */
async function publicAddressesOf(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw failed('ENOTFOUND', 'a name without an address');
  if (!found.every(isPublicAddress)) throw failed('EACCES', 'not an address of the internet');
  return found.map((address) => ({ address, family: isIP(address) }));
}

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });
