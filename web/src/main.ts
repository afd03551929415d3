import './looks/tokens.css';
import './looks/base.css';
import './state/theme.svelte';

import { mount } from 'svelte';

import App from './App.svelte';
import { language } from './words/language.svelte';

const target = document.getElementById('page');
if (target) void language.load().then(() => mount(App, { target }));

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // Without it the page works all the same, only not from the home screen while offline.
  navigator.serviceWorker.register(new URL('worker.js', document.baseURI)).catch(() => undefined);
}
