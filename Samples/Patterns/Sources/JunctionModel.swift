import Foundation
import SwiftData

/// When something is to be said about each link, the link becomes a model of its own. 1.1 has the
/// plain relationship and the new model side by side.
enum School {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Student.self, Course.self] }

    @Model
    final class Student {
      var name: String
      @Relationship(inverse: \Course.students) var courses: [Course] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Course {
      var title: String
      var begin: Date
      var students: [Student] = []

      init(title: String, begin: Date) {
        self.title = title
        self.begin = begin
      }
    }
  }

  enum V1_1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] {
      [Student.self, Course.self, Enrolment.self]
    }

    @Model
    final class Student {
      var name: String
      @Relationship(inverse: \Course.students) var courses: [Course] = []
      @Relationship(deleteRule: .cascade, inverse: \Enrolment.student)
      var enrolments: [Enrolment] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Course {
      var title: String
      var begin: Date
      var students: [Student] = []
      @Relationship(deleteRule: .cascade, inverse: \Enrolment.course)
      var enrolments: [Enrolment] = []

      init(title: String, begin: Date) {
        self.title = title
        self.begin = begin
      }
    }

    @Model
    final class Enrolment {
      var since: Date
      var student: Student?
      var course: Course?

      init(since: Date, student: Student, course: Course) {
        self.since = since
        self.student = student
        self.course = course
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
      [Student.self, Course.self, Enrolment.self]
    }

    @Model
    final class Student {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Enrolment.student)
      var enrolments: [Enrolment] = []
      init(name: String) { self.name = name }

      var courses: [Course] { enrolments.compactMap(\.course) }
    }

    @Model
    final class Course {
      var title: String
      var begin: Date
      @Relationship(deleteRule: .cascade, inverse: \Enrolment.course)
      var enrolments: [Enrolment] = []

      init(title: String, begin: Date) {
        self.title = title
        self.begin = begin
      }
    }

    @Model
    final class Enrolment {
      var since: Date
      var student: Student?
      var course: Course?

      init(since: Date, student: Student, course: Course) {
        self.since = since
        self.student = student
        self.course = course
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V1_1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V1_1.self), copyLinks]
    }

    static let copyLinks = MigrationStage.custom(
      fromVersion: V1_1.self, toVersion: V2.self,
      willMigrate: { context in
        var students = FetchDescriptor<V1_1.Student>()
        students.relationshipKeyPathsForPrefetching = [\.courses]
        for student in try context.fetch(students) {
          for course in student.courses {
            context.insert(V1_1.Enrolment(since: course.begin, student: student, course: course))
          }
        }
        try context.save()
      }, didMigrate: nil)
  }
}
