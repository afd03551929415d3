/** Die Verbindung, was schiefging, und was dieses Gerät von sich aus tut. */

import type { Words } from '../en';

export const device: Words['device'] = {
  line: {
    connecting: 'Verbinde …',
    live: 'Live',
    offline: 'Offline',
    gone: 'Geschlossen',
  },
  here: 'Auf diesem Gerät',
  goneHere: 'Dieser Kampf lässt sich nicht öffnen',
  goneHereWhy:
    'Er ist nicht auf diesem Gerät, oder er ist beschädigt. Importiere eine exportierte Kopie, falls du eine hast.',
  noEngine: 'Die Engine in diesem Browser antwortet nicht. Lade die Seite neu.',
  offline: 'Offline.',
  offlineOld: 'Was du siehst, kann veraltet sein. Verbinde neu …',
  offlineWait: 'Der Kampf lädt, sobald du wieder online bist.',
  kept: (text) => `Auf diesem Gerät gemerkt: ${text}. Wird gesendet, sobald du wieder online bist.`,
  keptSending: (text) => `Wieder online. Sende: ${text}`,
  keptSent: (text) => `Gesendet: ${text}`,
  keptLapsed: (text) =>
    `Nicht gesendet: ${text}. Der Kampf ging weiter, während du offline warst. Schau nach und entscheide neu.`,
  dropKept: 'Nicht senden',
  partMissing: 'Dieser Teil der Seite konnte nicht geladen werden.',
  noServer: 'Der Server antwortet nicht.',
  status: (code) => `Der Server antwortete mit Fehler ${code}.`,
  safe: 'Alles bis hierher ist sicher. Versuche es wieder, wenn du online bist.',
  problems: {
    denied: 'Die Regeln erlauben das nicht',
    unloadable: 'Das lässt sich nicht laden',
    forbidden: 'Dein Link erlaubt das nicht',
    other: 'Das hat nicht geklappt',
  },
  faster: 'Jemand war schneller. Schau dir den neuen Stand an.',
  understood: 'Verstanden',
  lostTitle: 'Turnwright ist nicht erreichbar',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired: 'Bitte deine Spielleitung um einen neuen.',
  expiredWhy:
    'Er wurde erneuert oder zurückgenommen, oder der Kampf wurde gelöscht. Bitte deine Spielleitung um einen neuen.',
  allowWhy: 'Grund (steht im Protokoll)',
  force: 'Trotzdem erlauben',
  looks: 'Aussehen',
  look: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  alerts: 'Wenn ich am Zug bin',
  alert: {
    sound: 'Ton abspielen',
    vibrate: 'Vibrieren',
    title: 'Im Titel des Tabs zeigen',
    badge: 'Zeichen am App-Symbol',
  },
  alertTest: 'Ausprobieren',
  yourTurn: 'Du bist dran',
  timer: 'Zeit je Zug',
  timerOff: 'Aus',
  timerMinutes: (minutes) =>
    minutes < 1 ? `${minutes * 60} Sekunden` : minutes === 1 ? '1 Minute' : `${minutes} Minuten`,
  timeLeft: (text) => `noch ${text}`,
  timeOver: (text) => `${text} überzogen`,
  settings: 'Einstellungen',
};
