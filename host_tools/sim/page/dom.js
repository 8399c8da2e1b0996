// Small helpers to build what a part of the page shows.

import { text } from "./texts.js";

export const byId = (id) => document.getElementById(id);

// An element with properties and children; `data` holds its data-attributes, `aria` its aria-attributes.
export function make(tag, { data = {}, aria = {}, ...properties } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  Object.assign(node.dataset, data);
  for (const [name, value] of Object.entries(aria)) node.setAttribute("aria-" + name, value);
  node.append(...children);
  return node;
}

// A button whose words follow the language: `key` names them in texts.js, `label` a longer name for those who only hear it.
export function button(key, act, { className = "act", label } = {}) {
  const node = make("button", { type: "button", className, data: { text: key } });
  if (label) node.dataset.label = label;
  node.addEventListener("click", act);
  return node;
}

// Written only where it differs, or screen readers would read it again.
export function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

// Fills in every text below a node that is named in its attributes.
export function translate(root) {
  for (const node of root.querySelectorAll("[data-text]")) put(node, text(node.dataset.text));
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", text(node.dataset.label, node.dataset.value));
}
