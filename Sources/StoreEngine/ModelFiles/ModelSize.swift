internal import StoreModel

extension DataModel {
  /// Refuses a model too large to be real, before anything walks it.
  func checkSize() throws {
    if let sizeProblem { throw ModelFileError.notAModel(.tooLargeModel(sizeProblem)) }
  }
}
