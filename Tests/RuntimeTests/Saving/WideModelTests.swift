import Foundation
import SwiftData
import Testing

/// More properties than one word has bits.
@Model
final class Wide {
  var p00 = 0
  var p01 = 0
  var p02 = 0
  var p03 = 0
  var p04 = 0
  var p05 = 0
  var p06 = 0
  var p07 = 0
  var p08 = 0
  var p09 = 0
  var p10 = 0
  var p11 = 0
  var p12 = 0
  var p13 = 0
  var p14 = 0
  var p15 = 0
  var p16 = 0
  var p17 = 0
  var p18 = 0
  var p19 = 0
  var p20 = 0
  var p21 = 0
  var p22 = 0
  var p23 = 0
  var p24 = 0
  var p25 = 0
  var p26 = 0
  var p27 = 0
  var p28 = 0
  var p29 = 0
  var p30 = 0
  var p31 = 0
  var p32 = 0
  var p33 = 0
  var p34 = 0
  var p35 = 0
  var p36 = 0
  var p37 = 0
  var p38 = 0
  var p39 = 0
  var p40 = 0
  var p41 = 0
  var p42 = 0
  var p43 = 0
  var p44 = 0
  var p45 = 0
  var p46 = 0
  var p47 = 0
  var p48 = 0
  var p49 = 0
  var p50 = 0
  var p51 = 0
  var p52 = 0
  var p53 = 0
  var p54 = 0
  var p55 = 0
  var p56 = 0
  var p57 = 0
  var p58 = 0
  var p59 = 0
  var p60 = 0
  var p61 = 0
  var p62 = 0
  var p63 = 0
  var p64 = 0
  var p65 = 0
  var p66 = 0
  var p67 = 0
  var p68 = 0
  var p69 = 0

  init() {}
}

@Suite struct WideModelTests {
  @Test func propertiesBeyondTheFirstWordAreSaved() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Wide.self))
    let wide = Wide()
    context.insert(wide)
    try context.save()
    wide.p69 = 69
    try context.save()
    wide.p00 = 1
    wide.p63 = 63
    try context.save()
    let columns = "SELECT Z_OPT, ZP00, ZP01, ZP62, ZP63, ZP64, ZP69 FROM ZWIDE"
    #expect(try store.sql(columns) == ["3|1|0|0|63|0|69"])
    let masks = "SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1 ORDER BY Z_PK"
    #expect(try store.sql(masks) == ["000000000000000004", "800000000000000100"])
  }

  @Test func changesBeyondTheFirstWordAreKnown() throws {
    let store = try TestStore()
    let container = try store.container(Wide.self)
    let context = ModelContext(container)
    let wide = Wide()
    context.insert(wide)
    try context.save()
    #expect(!wide.hasChanges)
    wide.p68 = 1
    #expect(wide.hasChanges)
    // A change that is not saved is not taken back by a fetch of what another context saved.
    let other = ModelContext(container)
    try other.fetch(FetchDescriptor<Wide>())[0].p67 = 5
    try other.save()
    #expect(try context.fetch(FetchDescriptor<Wide>())[0].p68 == 1)
    context.rollback()
    #expect(!wide.hasChanges)
    #expect((wide.p67, wide.p68) == (5, 0))
  }
}
