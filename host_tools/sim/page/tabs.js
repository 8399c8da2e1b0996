// Tabs: one pane at a time; arrow keys move between them.

export class Tabs {
  constructor(root, onChange) {
    this.tabs = [...root.querySelectorAll("[role=tab]")];
    this.onChange = onChange;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.getAttribute("aria-controls")));
    root.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = (this.tabs.indexOf(document.activeElement) + step + this.tabs.length) % this.tabs.length;
      this.tabs[at].focus();
      this.tabs[at].click();
    });
    this.open(this.tabs[0].getAttribute("aria-controls"));
  }

  open(pane) {
    for (const tab of this.tabs) {
      const own = tab.getAttribute("aria-controls");
      tab.setAttribute("aria-selected", String(own === pane));
      tab.tabIndex = own === pane ? 0 : -1;
      document.getElementById(own).hidden = own !== pane;
    }
    this.onChange?.(pane);
  }
}
