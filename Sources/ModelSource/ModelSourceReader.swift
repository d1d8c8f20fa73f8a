internal import StoreModel

/// Placeholder until the reader lands.
public enum ModelSourceReader {}
