import { getAddressDecoder } from '@solana/addresses';
import sharp from 'sharp';
import type { Shared } from '../../shared.ts';
import { nameBytes } from './names.ts';
import { memberIdOf, type SeedMarket, type SeedMember } from './seed-members.ts';
import type { SignIn } from './sign-ins.ts';

export type MemberRowsDependencies = Pick<Shared, 'db' | 'images' | 'passwords'>;

/** Writes every member's row, password and ID photo. Idempotent. */
export async function writeMembers(
  deps: MemberRowsDependencies,
  { seedMembers, time }: SeedMarket,
  signIns: readonly SignIn[],
): Promise<void> {
  const passwordOf = new Map(signIns.map(({ nickname, password }) => [nickname, password]));
  await Promise.all(
    seedMembers.map(async (character) => {
      const password = passwordOf.get(character.nickname) ?? '';
      const joinsAt = time.timeAt(character.joins);
      const hash = await deps.passwords.hash(memberIdOf(character.key, joinsAt), password);
      await writeMember(deps, character, joinsAt, hash);
    }),
  );
}

async function writeMember(
  { db, images }: MemberRowsDependencies,
  character: SeedMember,
  joinsAt: number,
  password_hash: string,
): Promise<void> {
  const id = memberIdOf(character.key, joinsAt);
  const changing = namesOf(character);
  // A member created from the configuration has no photo.
  const wantsPhoto = character.phone !== null && (await images.ofMember(id)) === undefined;
  const photo = wantsPhoto ? await images.add(await photoOf(character.key)) : undefined;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('app.members')
      .values({ id, ...changing, ...detailsOf(character), created_at: new Date(joinsAt) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
      .execute();
    await trx
      .insertInto('app.credentials')
      .values({ member_id: id, password_hash })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ password_hash }))
      .execute();
    if (photo !== undefined) await images.claim(trx, photo, id);
  });
}

const namesOf = ({ nickname }: SeedMember) => ({
  nickname,
  nickname_key: nickname.toLowerCase(),
  username: nickname,
});

const detailsOf = ({ key, fullName, phone, dob, bankName, telegram }: SeedMember) => ({
  full_name: fullName,
  phone,
  phone_verified: true,
  dob,
  bank_name: bankName,
  bank_account: phone === null ? '' : accountNumberOf(key),
  telegram,
  tether_address: phone === null ? '' : walletOf(key),
});

const accountNumberOf = (key: string): string =>
  `9${(nameBytes(`account ${key}`).readUIntBE(0, 6) % 10 ** 11).toString().padStart(11, '0')}`;

/** A valid address without a known private key. */
const walletOf = (key: string): string => getAddressDecoder().decode(nameBytes(`wallet ${key}`));

/** A placeholder for an ID card photo: a card with a head on it, in colours that follow from the key. */
function photoOf(key: string): Promise<Buffer> {
  const hue = nameBytes(`photo ${key}`).readUInt16BE(0) % 360;
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300">
    <rect width="480" height="300" fill="hsl(${hue}, 30%, 88%)"/>
    <circle cx="110" cy="125" r="45" fill="hsl(${hue}, 40%, 55%)"/>
    <rect x="45" y="185" width="130" height="80" rx="35" fill="hsl(${hue}, 40%, 55%)"/>
    <g fill="hsl(${hue}, 20%, 65%)">
      <rect x="220" y="80" width="190" height="22"/><rect x="220" y="125" width="220" height="14"/>
      <rect x="220" y="155" width="160" height="14"/><rect x="220" y="185" width="205" height="14"/>
    </g>
  </svg>`;
  return sharp(Buffer.from(card)).jpeg({ quality: 80 }).toBuffer();
}
