internal import Diagnostics
internal import StoreModel

/// Finds pictures and files that are kept in the rows.
struct LargeDataInline: ModelRule {
  static let info = RuleInfo(
    id: "large-data-inline", group: .dataAccess, severity: .note,
    summary: "a picture or file is stored inside its row",
    why: "every fetch of the object reads it, and the database file and its journal grow with it",
    fix:
      "write @Attribute(.externalStorage) before the property, or tick 'Allows External Storage' in "
      + "the model editor: values above 128 KB then lie in files of their own",
    limits:
      "by the property's name, and by code that puts pictures into it; not where an entity of "
      + "its own keeps the value beside a relationship, or an encoder writes it; small values are as well off in the row",
    examples: .texts(
      flagged: """
        @Model class Note { var title = ""; var ↓imageData: Data?; init() {} }
        ---
        @Model class Note { var ↓photos: [Data] = []; init() {} }
        ---
        @Model class Note { var ↓jpegData: Data?; var ↓receiptData: Data?; init() {} }
        ---
        @Model class UserProfile { var name = ""; var ↓avatar: Data?; var layout = Data(); init() {} }
        ---
        import SwiftData
        import UIKit
        @Model class Player { var name = ""; var ↓headshot: Data?; var face: Data?; init() {} }
        func keep(_ image: UIImage, _ thumbnail: UIImage, in player: Player) {
          player.headshot = image.jpegData(compressionQuality: 0.9)
          player.face = thumbnail.pngData()
        }
        ---
        import SwiftData
        import UIKit
        @Model class Card {
          var name = ""
          var ↓front: Data?
          var back: Data?
          init(front: Data?, back: Data?) { (self.front, self.back) = (front, back) }
        }
        struct Sheet { var back: Data? }
        func card(_ image: UIImage, _ text: String) -> Card {
          _ = Sheet(back: image.pngData())
          return Card(front: image.jpegData(compressionQuality: 0.9), back: Data(text.utf8))
        }
        ---
        import SwiftData

        @Model final class Recording {
          var date: Date
          @Attribute var ↓audio: Data
          init(date: Date, audio: Data) {
            self.date = date
            self.audio = audio
          }
        }
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="photo" optional="YES" attributeType="Binary"/>
            ↓<attribute name="sign" optional="YES" attributeType="Transformable" valueTransformerName="PictureTransformer" customClassName="UIImage"/>
          </entity>
        </model>
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Player">
            ↓<attribute name="headshot" optional="YES" attributeType="Binary"/>
            ↓<attribute name="badge" optional="YES" attributeType="Binary"/>
            <attribute name="face" optional="YES" attributeType="Binary"/>
          </entity>
        </model>
        // file: Players.swift
        import CoreData
        import UIKit
        func keep(_ image: UIImage, _ thumbnail: UIImage, in player: Player) {
          player.headshot = image.jpegData(compressionQuality: 0.9)
          let data = image.pngData()
          player.setValue(data, forKey: "badge")
          player.face = thumbnail.pngData()
        }
        """,
      clean: """
        @Model class Note { @Attribute(.externalStorage) var imageData: Data?; init() {} }
        ---
        @Model class Note { var token = Data(); var imageName = ""; init() {} }
        ---
        @Model class Note { @Transient var image: Data?; var thumbnail: Data?; init() {} }
        ---
        @Model class Note { var mediaRaw: Data?; init() {} }
        ---
        import Foundation
        import SwiftData
        struct Link: Codable { var name = "" }
        @Model class Letter {
          var attachmentData: Data?
          var documentData: Data?
          var mediaInfo: Data?
          init(documentData: Data?) { self.documentData = documentData }
          var links: [Link] {
            guard let data = attachmentData else { return [] }
            return (try? JSONDecoder().decode([Link].self, from: data)) ?? []
          }
        }
        func letter(_ links: [Link]) throws -> Letter {
          let data = try JSONEncoder().encode(links)
          let letter = Letter(documentData: data)
          letter.mediaInfo = try? JSONEncoder().encode(links)
          return letter
        }
        ---
        @Model class UserSettings { var documentOrder: Data?; var avatarHash: Data?; init() {} }
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer" customClassName="UIColor"/>
            <attribute name="photoHash" optional="YES" attributeType="Binary"/>
            <attribute name="photoUploadResponse" optional="YES" attributeType="Binary"/>
            <attribute name="picture" optional="YES" transient="YES" attributeType="Binary"/>
            <attribute name="image" optional="YES" attributeType="String"/>
            <attribute name="attachments" optional="YES" attributeType="Binary"/>
            <attribute name="attachmentNonce" optional="YES" attributeType="Binary"/>
            <attribute name="encodedReadReceipt" optional="YES" attributeType="Binary"/>
            <attribute name="rawCoverLabel" optional="YES" attributeType="Binary"/>
          </entity>
        </model>
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="picture" optional="YES" maxCount="1" deletionRule="Cascade"
              inverseName="note" destinationEntity="Picture" inverseEntity="Picture"/>
          </entity>
          <entity name="Picture">
            <attribute name="key" optional="YES" attributeType="String"/>
            <attribute name="imageData" optional="YES" attributeType="Binary"/>
            <relationship name="note" optional="YES" maxCount="1" deletionRule="Nullify"
              inverseName="picture" destinationEntity="Note" inverseEntity="Note"/>
          </entity>
        </model>
        """))

  private static let pictures = ["avatar", "image", "photo", "picture"]
  private static let large = [
    "audio", "video", "movie", "pdf", "attachment", "filedata",
    "artwork", "drawing", "screenshot", "document", "recording", "jpeg", "png", "heic", "scan",
    "portrait", "receipt", "cover", "banner", "poster", "sketch", "canvas", "voice", "sound",
    "media",
  ]
  private static let small = [
    "thumb", "icon", "preview", "hash", "bookmark", "key", "token", "id", "structured", "json",
    "metadata", "settings", "uri", "url",
    // Of encryption and delivery, a few bytes each.
    "nonce", "salt", "digest", "checksum", "label", "returnreceipt", "readreceipt",
    "deliveryreceipt",
    // What a server says of a picture is none.
    "response", "reply", "error",
  ]

  private static let modelHelp =
    "tick 'Allows External Storage' in the model editor: values above 128 KB then lie in files of their own"

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // In a compiled model or a store there is nothing to tick.
    guard [.swift, .xcodeModel].contains(model.source) else { return }
    // Classes that no store is opened with keep nothing.
    if model.source == .swift, lint.history(of: model).map(lint.isUnused) ?? false { return }
    let isCoreData = model.source == .xcodeModel
    for entity in model.entities {
      for attribute in entity.attributes
      where !attribute.isTransient && !attribute.allowsExternalStorage {
        let name = attribute.name.lowercased()
        // What settings keep is small, but a picture of the user is written anew with every change of them.
        guard !entity.name.isOfOneObject || Self.pictures.contains(where: name.contains) else {
          continue
        }
        guard attribute.holdsData || attribute.isPicture, !attribute.isEncoded,
          !entity.keepsApart(attribute),
          !(attribute.location?.isInTests ?? false)
        else { continue }
        if attribute.isPicture {
          report(
            "'\(entity.name).\(attribute.name)' is a picture, kept in the row and read with it",
            about: attribute, of: entity, help: Self.modelHelp)
          continue
        }
        if lint.coreData.code.pictures.contains(attribute.name),
          !Self.small.contains(where: { $0 != "id" && name.contains($0) }),
          // Of two entities with such a property, the name says nothing.
          model.entities.count(where: { $0.attributes.contains { $0.name == attribute.name } }) == 1
        {
          report(
            "'\(entity.name).\(attribute.name)' is given pictures, kept in the row and read with it",
            about: attribute, of: entity, help: isCoreData ? Self.modelHelp : nil)
          continue
        }
        guard (Self.large + Self.pictures).contains(where: { name.contains($0) }),
          !Self.small.contains(where: { name.contains($0) }),
          !lint.coreData.code.encoded.contains(attribute.name),
          // What code fills it with says more than its name.
          !lint.coreData.code.thumbnails.contains(attribute.name)
            || lint.coreData.code.pictures.contains(attribute.name),
          // Those that Core Data keeps are mostly a server's, in the size they are shown in. A picture that
          // somebody has chosen for an avatar is as large as any other.
          !(isCoreData && name.contains("avatar"))
            || ["image", "photo", "picture"].contains(where: name.contains)
        else { continue }
        report(
          "'\(entity.name).\(attribute.name)' is kept in the row and read with it",
          about: attribute, of: entity, help: isCoreData ? Self.modelHelp : nil,
          certainty: .inferred("its name says what it holds"))
      }
    }
  }
}

extension Entity {
  /// Whether the entity is there for the value alone, with a key at most: who does not follow the
  /// relationship to it does not read it.
  fileprivate func keepsApart(_ attribute: Attribute) -> Bool {
    let others = attributes.filter { $0.name != attribute.name && !$0.isTransient }
    return !relationships.isEmpty && others.count < 2
      && others.allSatisfy { [.string, .uuid].contains($0.type) }
  }
}

extension Attribute {
  /// Several things in one value are encoded, and mostly no more than what leads to them; `mediaRaw` is
  /// what another property reads.
  fileprivate var isEncoded: Bool {
    let name = name.lowercased()
    if name.hasSuffix("raw") {
      return !["image", "photo", "picture"].contains(where: name.contains)
    }
    return name.hasSuffix("attachments") && !(swiftType?.contains { "[<".contains($0) } ?? false)
  }

  /// What a transformer makes of a picture is as large as its file.
  fileprivate var isPicture: Bool {
    type == .transformable
      && ["NSImage", "UIImage"].contains(
        valueClassName?.split(separator: ".").last.map(String.init))
  }

  fileprivate var holdsData: Bool {
    guard let swiftType else { return type == .binary }
    return ["Data", "[Data]", "Array<Data>"].contains(swiftType.filter { $0 != "?" && $0 != "!" })
  }
}
