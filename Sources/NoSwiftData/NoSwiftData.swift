// What the product SwiftData is on Apple's systems: nothing, because they have a module of that name.
