/** Why a backup or a restore does not go on, in words for the operator. */
export abstract class Refusal extends Error {}

/** The file cannot be written, or what it would hold is not sound. */
export class CannotBackUp extends Refusal {
  override readonly name = 'CannotBackUp';
}

/** The file is no backup, not a whole and unchanged one, or not one for this version. */
export class UnusableBackup extends Refusal {
  override readonly name = 'UnusableBackup';
}

/** The place where the backup is to go is in use. */
export class PlaceTaken extends Refusal {
  override readonly name = 'PlaceTaken';
}

/** What came out of a restore is not what the backup states. */
export class CannotRestore extends Refusal {
  override readonly name = 'CannotRestore';
}
