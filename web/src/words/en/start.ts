/** The welcome and the host's page. */

export const start = {
  claim: 'Whose turn it is, what you can do, and why not.',
  onDevice: 'On this device',
  allHere: 'All fights of this server',
  thisServer: 'This server',
  aFight: 'A fight',
  forget: (name: string) => `Forget ${name}`,
  thisKey: 'this link',
  join: 'Join a fight',
  joinWhy:
    'Scan the code your game master shows you, or paste the link. If you started the server, its terminal shows your first link.',
  link: 'Link',
  joinButton: 'Join',
  serverFights: 'This server’s fights',
  thisDevice: 'This device',
  deviceFights: 'The fights on this device',
  keptHere:
    'Everything stays in this browser, also without a network. Export a fight to keep a copy elsewhere.',
  fights: 'Fights',
  archive: 'Archive',
  toArchive: (count: number) => `Archive (${count})`,
  toFights: 'Back to fights',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  putAway: 'Archive',
  takeOut: 'Restore',
  noArchive: 'The archive is empty.',
  noFights: 'No fights yet. Start your own, or try an example.',
  backup: 'Back up',
  backupWhy: 'Copies all fights into a file next to the data file.',
  backupDone: (file: string) => `Copied to ${file}`,
  again: 'Start again',
};
