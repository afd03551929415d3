/** Elements of the page, made in a line each. Texts of rules are only ever set as text. */

type Child = Node | string | null | false;

/** An element with its class and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  look: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (look) made.className = look;
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

/** A button. */
export function button(label: string, pressed: () => void, look = ''): HTMLButtonElement {
  const made = element('button', look, label);
  made.type = 'button';
  made.addEventListener('click', pressed);
  return made;
}

/** A heading with a number behind it. */
export function heading(text: string, note = ''): HTMLElement {
  return element('h2', '', text, note ? element('span', 'note', note) : null);
}

/** The element that `index.html` has by this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}
