// Visual Studio's templates ask here for the version of Windows; no program depends on it.
#pragma once
