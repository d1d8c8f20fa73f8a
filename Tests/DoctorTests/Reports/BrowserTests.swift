import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// Pages in a real browser. Scripts/test.sh installs one where it can.
@Suite(.enabled(if: Browser.installed != nil, "Chromium is missing"), .serialized)
struct BrowserTests {
  private let browser = Browser.installed!

  /// What is wrong with the boxes of texts in every picture, and with the page as a whole.
  private static let look = """
    const wrong = [];
    const boxes = (svg) => [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "")
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    for (const svg of page.querySelectorAll(".canvas > svg")) {
      const texts = boxes(svg);
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      for (let i = 0; i < texts.length; i++) {
        for (let j = i + 1; j < texts.length; j++) {
          const [a, b] = [texts[i].box, texts[j].box];
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // Lines of one box may touch, as lines of text do.
          if (across > 1 * scale && down > 4 * scale) wrong.push(`${texts[i].text} | ${texts[j].text}`);
        }
      }
    }
    const style = page.defaultView.getComputedStyle(page.body);
    return {
      wrong: wrong.slice(0, 5), overlaps: wrong.length,
      sections: page.querySelectorAll("section").length,
      entities: page.querySelectorAll(".explorer .entity").length,
      relationships: page.querySelectorAll(".explorer .relationship").length,
      bars: page.querySelectorAll(".bar rect").length,
      overflow: page.documentElement.scrollWidth - page.documentElement.clientWidth,
      diagrams: page.documentElement.dataset.diagrams ?? "",
      colours: style.color + " on " + style.backgroundColor,
      unnamed: page.querySelectorAll("svg[role=img]:not([aria-label]), button:not([aria-label]):empty").length,
    };
    """

  private func page(_ words: String, in fixture: CommandFixture) throws -> URL {
    let text = try fixture.run("report \(words) -o {dir}/page.html")
    let file = fixture.folder.appending(path: "page.html")
    #expect(FileManager.default.fileExists(atPath: file.path), "\(text)")
    return file
  }

  @Test(arguments: [false, true]) func aStoresPageIsWhatItShouldBe(isDark: Bool) throws {
    let fixture = try CommandFixture()
    let file = try page(
      "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources --log "
        + "{samples}/Notes/slow-list.log", in: fixture)
    let sight = try browser.look(at: file, isDark: isDark, Self.look)
    #expect(sight.console.isEmpty, "\(sight.console)")
    #expect(sight.value["error"] == nil, "\(sight.value)")
    #expect(sight.value["overlaps"] as? Int == 0, "\(sight.value)")
    #expect(sight.value["sections"] as? Int == 6)
    #expect(sight.value["entities"] as? Int ?? 0 >= 3, "\(sight.value)")
    #expect(sight.value["relationships"] as? Int ?? 0 >= 2, "\(sight.value)")
    #expect(sight.value["bars"] as? Int ?? 0 >= 6)
    #expect(sight.value["overflow"] as? Int == 0, "\(sight.value)")
    #expect(sight.value["unnamed"] as? Int == 0)
    let colours = sight.value["colours"] as? String ?? ""
    #expect(colours.hasSuffix("rgb(255, 255, 255)") != isDark, "\(colours)")
  }

  @Test func aNarrowWindowShowsAllOfIt() throws {
    let fixture = try CommandFixture()
    let file = try page(
      "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources", in: fixture)
    let sight = try browser.look(at: file, width: 400, Self.look)
    #expect(sight.value["overflow"] as? Int == 0, "\(sight.value)")
  }

  @Test func entitiesAreFoundAndTheWayBetweenThem() throws {
    let fixture = try CommandFixture()
    let file = try page("{samples}/Notes/notes-1.0.0.store", in: fixture)
    let sight = try browser.look(
      at: file,
      """
      const tools = page.querySelector(".tools");
      const [find, goal] = tools.querySelectorAll("input[type=search]");
      const hides = tools.querySelector("input[type=checkbox]");
      const type = (input, text) => { input.value = text; input.dispatchEvent(new Event("input")); };
      const count = (name) => page.querySelectorAll(".explorer .entity." + name).length;
      const svg = page.querySelector(".explorer svg");
      const whole = svg.getAttribute("viewBox");
      type(find, "folder");
      const faded = count("is-faded");
      const near = svg.getAttribute("viewBox");
      type(goal, "Tag");
      const way = tools.querySelector("output").textContent;
      type(goal, "");
      hides.checked = true;
      hides.dispatchEvent(new Event("input"));
      const hidden = count("is-hidden");
      [...tools.querySelectorAll("button")].find((button) => button.textContent === "Whole").click();
      return { faded, way, hidden, moved: whole !== near, back: whole === svg.getAttribute("viewBox"),
        left: count("is-hidden") + count("is-faded") };
      """)
    #expect(sight.console.isEmpty, "\(sight.console)")
    #expect(sight.value["error"] == nil, "\(sight.value)")
    #expect(
      sight.value["faded"] as? Int == 1 && sight.value["hidden"] as? Int == 1, "\(sight.value)")
    #expect(sight.value["way"] as? String == "Folder → Note → Tag", "\(sight.value)")
    #expect(sight.value["moved"] as? Bool == true && sight.value["back"] as? Bool == true)
    #expect(sight.value["left"] as? Int == 0)
  }

  @Test func aLargeModelStaysUsable() throws {
    let fixture = try CommandFixture()
    let model = LargeModel.model(entities: 120)
    let writer = try StoreWriter(path: fixture.folder.path + "/large.store", model: model)
    try writer.finish()
    let file = try page("{dir}/large.store", in: fixture)
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    #expect(size < 3_000_000)
    let sight = try browser.look(at: file, Self.look)
    #expect(sight.console.isEmpty, "\(sight.console)")
    #expect(sight.value["overlaps"] as? Int == 0, "\(sight.value)")
    #expect(sight.value["entities"] as? Int ?? 0 >= 120, "\(sight.value)")
  }
}

/// A model as large apps have it: clusters around a few entities that everything leads to.
enum LargeModel {
  static func model(entities count: Int) -> DataModel {
    var entities = (0..<count).map { index in
      Entity(
        name: "Entity\(index)Record",
        attributes: (0..<(3 + index % 9)).map {
          Attribute(name: "attribute\($0)OfTheRecord", type: $0 % 2 == 0 ? .string : .date)
        })
    }
    func link(_ from: Int, _ to: Int) {
      let (name, inverse) = ("to\(to)From\(from)", "of\(from)To\(to)")
      entities[from].relationships.append(
        Relationship(
          name: name, destination: entities[to].name, inverse: inverse, maxCount: 1,
          isOptional: true))
      entities[to].relationships.append(
        Relationship(
          name: inverse, destination: entities[from].name, inverse: name, maxCount: 0,
          isOptional: true))
    }
    for index in 1..<count {
      link(index, (index - 1) / 4)
      if index % 3 == 0 { link(index, index * 7 % count) }
    }
    return DataModel(name: "Large", versionIdentifiers: ["1"], entities: entities, source: .swift)
  }
}
