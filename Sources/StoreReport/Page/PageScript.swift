/// What a page can do besides being read: move, enlarge and search its diagrams, and copy a command.
/// It makes its own buttons, so that a page whose script does not run has none without a use. No
/// name from a store is ever part of it, or made into markup by it.
enum PageScript {
  /// For the one script element; no closing tag of it occurs in here.
  static let text = #"""
    "use strict";
    (() => {
      const make = (name, properties = {}, ...children) => {
        const element = Object.assign(document.createElement(name), properties);
        element.append(...children);
        return element;
      };

      for (const code of document.querySelectorAll(".steps pre")) {
        const button = make("button", { type: "button", className: "copy" }, "Copy");
        button.addEventListener("click", async () => {
          const text = code.textContent;
          try {
            await navigator.clipboard.writeText(text);
            button.textContent = "Copied";
          } catch {
            getSelection().selectAllChildren(code);
            button.textContent = "Selected";
          }
        });
        code.after(button);
      }

      const diagrams = document.querySelectorAll("figure.explorer");
      diagrams.forEach((figure, number) => {
        const canvas = figure.querySelector(".canvas");
        const svg = canvas.querySelector("svg");
        const whole = svg.viewBox.baseVal;
        const start = [whole.x, whole.y, whole.width, whole.height];
        let view = start.slice();
        const entities = new Map();
        for (const box of svg.querySelectorAll(".entity")) entities.set(box.dataset.entity, box);
        const links = [...svg.querySelectorAll(".relationship")];
        const near = new Map([...entities.keys()].map((name) => [name, new Set()]));
        for (const link of links) {
          near.get(link.dataset.from)?.add(link.dataset.to);
          near.get(link.dataset.to)?.add(link.dataset.from);
        }

        const show = () => svg.setAttribute("viewBox", view.join(" "));
        const zoom = (factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) => {
          const width = Math.min(Math.max(view[2] * factor, 60), start[2] * 4);
          const real = width / view[2];
          view = [x - (x - view[0]) * real, y - (y - view[1]) * real, width, view[3] * real];
          show();
        };
        const move = (x, y) => {
          view[0] += x * view[2];
          view[1] += y * view[3];
          show();
        };
        const reset = () => {
          view = start.slice();
          show();
        };
        const center = (names) => {
          const boxes = names.map((name) => entities.get(name).getBBox());
          const left = Math.min(...boxes.map((box) => box.x)) - 40;
          const top = Math.min(...boxes.map((box) => box.y)) - 40;
          const right = Math.max(...boxes.map((box) => box.x + box.width)) + 40;
          const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 40;
          view = [left, top, Math.max(right - left, 300), Math.max(bottom - top, 200)];
          show();
        };

        const list = `entities-${number}`;
        const find = make("input", { type: "search", placeholder: "Find an entity" });
        const goal = make("input", { type: "search", placeholder: "and the way to" });
        find.setAttribute("aria-label", "Find an entity");
        goal.setAttribute("aria-label", "Show the way to this entity");
        for (const input of [find, goal]) input.setAttribute("list", list);
        const names = make("datalist", { id: list });
        for (const name of entities.keys()) names.append(make("option", { value: name }));
        const hides = make("input", { type: "checkbox" });
        const said = make("output");
        said.setAttribute("aria-live", "polite");
        const button = (text, label, action) => {
          const made = make("button", { type: "button", title: label }, text);
          made.setAttribute("aria-label", label);
          made.addEventListener("click", action);
          return made;
        };
        const tools = make("div", { className: "tools" },
          button("+", "Larger", () => zoom(0.8)), button("−", "Smaller", () => zoom(1.25)),
          button("Whole", "Show the whole picture", () => { find.value = goal.value = ""; mark(); reset(); }),
          find, goal, make("label", {}, hides, " hide the rest"), names, said);
        if (entities.size > 1) canvas.before(tools);

        const path = (from, to) => {
          const before = new Map([[from, null]]);
          const queue = [from];
          while (queue.length > 0) {
            const name = queue.shift();
            if (name === to) break;
            for (const next of near.get(name) ?? []) {
              if (before.has(next) || !entities.has(next)) continue;
              before.set(next, name);
              queue.push(next);
            }
          }
          if (!before.has(to)) return [];
          const way = [];
          for (let name = to; name !== null; name = before.get(name)) way.unshift(name);
          return way;
        };
        // Of a large model every entity has a picture of its own further down.
        const pictures = new Map([...document.querySelectorAll("#neighbours > details")]
          .map((picture) => [picture.querySelector("summary").textContent, picture]));
        const linkTo = (name) => {
          const picture = pictures.get(name);
          if (picture === undefined) return [];
          return [" ", button("Its properties", `Show ${name} and its neighbours`, () => {
            picture.open = true;
            picture.scrollIntoView();
          })];
        };
        const paint = (kept, isLinkKept, found) => {
          const mode = hides.checked ? "is-hidden" : "is-faded";
          const dress = (element, isKept) => {
            element.classList.remove("is-hidden", "is-faded");
            if (!isKept) element.classList.add(mode);
          };
          for (const [name, box] of entities) {
            dress(box, kept === null || kept.has(name));
            box.classList.toggle("is-found", found.has(name));
          }
          for (const link of links) dress(link, kept === null || isLinkKept(link.dataset));
        };
        const mark = () => {
          const word = find.value.trim().toLowerCase();
          const exact = [...entities.keys()].find((name) => name.toLowerCase() === word);
          const end = [...entities.keys()].find((name) => name.toLowerCase() === goal.value.trim().toLowerCase());
          if (word === "") {
            paint(null, () => true, new Set());
            said.textContent = "";
          } else if (exact !== undefined && end !== undefined) {
            const way = path(exact, end);
            const steps = new Set(way.slice(1).flatMap((name, index) =>
              [JSON.stringify([way[index], name]), JSON.stringify([name, way[index]])]));
            paint(new Set(way), (link) => steps.has(JSON.stringify([link.from, link.to])), new Set(way));
            said.textContent = way.length > 0 ? way.join(" → ") : "no relationships lead there";
            if (way.length > 0) center(way);
          } else if (exact !== undefined) {
            const kept = new Set([exact, ...near.get(exact)]);
            paint(kept, (link) => link.from === exact || link.to === exact, new Set([exact]));
            const count = kept.size - 1;
            said.replaceChildren(`${count} ${count === 1 ? "neighbour" : "neighbours"}`, ...linkTo(exact));
            center([...kept].filter((name) => entities.has(name)));
          } else {
            const found = new Set([...entities.keys()].filter((name) => name.toLowerCase().includes(word)));
            paint(found, (link) => found.has(link.from) && found.has(link.to), found);
            said.textContent = `${found.size} found`;
            if (found.size > 0) center([...found]);
          }
        };
        for (const input of [find, goal, hides]) input.addEventListener("input", mark);

        svg.setAttribute("tabindex", "0");
        svg.classList.add("is-moved");
        svg.addEventListener("keydown", (event) => {
          const keys = { "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": reset,
            ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, -0.1),
            ArrowDown: () => move(0, 0.1), Escape: () => { find.value = goal.value = ""; mark(); } };
          const box = event.target.closest?.(".entity");
          if (event.key === "Enter" && box) {
            find.value = box.dataset.entity;
            mark();
          } else if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
            keys[event.key]();
          } else return;
          event.preventDefault();
        });
        svg.addEventListener("wheel", (event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          const area = svg.getBoundingClientRect();
          const x = view[0] + (event.clientX - area.left) / area.width * view[2];
          const y = view[1] + (event.clientY - area.top) / area.height * view[3];
          zoom(event.deltaY > 0 ? 1.1 : 0.9, x, y);
        }, { passive: false });
        let held = null;
        let wasMoved = false;
        svg.addEventListener("pointerdown", (event) => {
          if (event.button !== 0) return;
          held = [event.clientX, event.clientY];
          wasMoved = false;
        });
        svg.addEventListener("pointermove", (event) => {
          if (held === null) return;
          const [x, y] = [event.clientX - held[0], event.clientY - held[1]];
          if (!wasMoved && Math.hypot(x, y) < 4) return;
          if (!wasMoved) svg.setPointerCapture(event.pointerId);
          wasMoved = true;
          const area = svg.getBoundingClientRect();
          move(-x / area.width, -y / area.height);
          held = [event.clientX, event.clientY];
        });
        for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { held = null; });
        svg.addEventListener("click", (event) => {
          const box = event.target.closest(".entity");
          if (wasMoved || !box || entities.size < 2) return;
          find.value = find.value === box.dataset.entity ? "" : box.dataset.entity;
          mark();
        });
      });
      // Paper cannot be clicked on; the many pictures of a large model would be a book.
      addEventListener("beforeprint", () => {
        for (const part of document.querySelectorAll("details:not(#neighbours > details)")) part.open = true;
      });
      document.documentElement.dataset.diagrams = String(diagrams.length);
    })();

    """#
}
